/** Runs Arazzo files against a server by Respect, a program from outside that knows only the files and the documents. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'

export interface StepRun {
  /** The workflow and the step. */
  readonly name: string
  readonly status: string
}

export interface Run {
  readonly exit: number
  readonly steps: readonly StepRun[]
  /** The output of the program. */
  readonly said: string
}

export interface FlowInputs {
  readonly server: string
  readonly inputs: Readonly<Record<string, string>>
  /** Files beside the flows, by name. */
  readonly files?: Readonly<Record<string, Uint8Array>>
  /** The one workflow to run; all by default. */
  readonly workflow?: string
  /** Changes the text of the flows before the run. */
  readonly edit?: (text: string) => string
  /** Changes the text of the server's document before the run. */
  readonly editDocument?: (text: string) => string
}

const REDOCLY = join(
  dirname(createRequire(import.meta.url).resolve('@redocly/cli/package.json')),
  'bin/cli.js',
)

const DOCUMENTS = { notes: '/api/v1/openapi.json', app: '/api/v1/settings/openapi.json' }

interface Report {
  readonly files: Readonly<Record<string, { readonly executedWorkflows: readonly Workflow[] }>>
}
interface Workflow {
  readonly workflowId: string
  readonly executedSteps: readonly { readonly stepId: string; readonly status: string }[]
}

const same = (text: string): string => text

/** @param file such as `notes.arazzo.yaml` */
export async function runFlows(
  file: string,
  { server, inputs, files = {}, workflow, edit = same, editDocument = same }: FlowInputs,
): Promise<Run> {
  const folder = mkdtempSync(join(tmpdir(), 'notegraph-flows-'))
  try {
    const path = join(folder, file)
    const flows = readFileSync(join(import.meta.dirname, file), 'utf8')
    writeFileSync(path, edit(flows))
    for (const [name, bytes] of Object.entries(files)) writeFileSync(join(folder, name), bytes)
    const name = file.split('.', 1)[0] as keyof typeof DOCUMENTS
    const document = await fetch(server + DOCUMENTS[name])
    writeFileSync(join(folder, `${name}.json`), editDocument(await document.text()))

    const report = join(folder, 'report.json')
    const only = workflow === undefined ? [] : ['--workflow', workflow]
    const values = Object.entries(inputs).flatMap(([key, value]) => ['--input', `${key}=${value}`])
    const child = spawn(
      process.execPath,
      [REDOCLY, 'respect', path, '--json-output', report, ...values, ...only],
      {
        cwd: folder,
        env: {
          ...process.env,
          REDOCLY_TELEMETRY: 'off',
          REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
          NO_COLOR: '1',
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    )
    const [out, err, [exit]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'exit'),
    ])
    return { exit, steps: stepsOf(report), said: out + err }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function stepsOf(path: string): StepRun[] {
  const { files } = JSON.parse(readFileSync(path, 'utf8')) as Report
  return Object.values(files)
    .flatMap(({ executedWorkflows }) => executedWorkflows)
    .flatMap(({ workflowId, executedSteps }) =>
      executedSteps.map(({ stepId, status }) => ({ name: `${workflowId} ${stepId}`, status })),
    )
}
