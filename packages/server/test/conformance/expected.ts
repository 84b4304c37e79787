/** Scenarios of the conformance suites that must fail, with reasons. A passing scenario may not be listed. */

/** Scenarios by the reason of their failure. */
export type Expected = Readonly<Record<string, readonly string[]>>

const NO_FIXTURES =
  'The tools are those for notes; what the scenario calls is served by the fixtures, over the same transport.'
const OTHER_RESOURCES =
  'The resources are pages and days, and the prompts are about them. The fixtures have those that the scenario names.'
const ONE_DOCUMENT =
  'An answer is one JSON document (decisions 10.1): nothing is sent before it, and no client is asked back.'
const NO_SESSION =
  'Each request stands alone (decisions 10.1): there is no session to keep a level of logging or a subscription in.'
const NO_EXTENSION = 'The extension is not offered; the suite does not count it.'
const NO_PARAMETER_HEADERS = 'No tool asks for an argument in a header, so the transport reads none.'
const NOTHING_ASKED = 'No tool needs anything of a client, so no call is answered with a request for more.'

const CONTENT = ['simple-text', 'image', 'audio', 'embedded-resource', 'mixed-content', 'error'].map(
  (kind) => `tools-call-${kind}`,
)
const RESOURCES_AND_PROMPTS = [
  'completion-complete',
  'resources-read-text',
  'resources-read-binary',
  'resources-templates-read',
  'prompts-get-simple',
  'prompts-get-with-args',
  'prompts-get-embedded-resource',
  'prompts-get-with-image',
]

const OF_2025: Expected = {
  [ONE_DOCUMENT]: [
    'tools-call-with-logging',
    'tools-call-with-progress',
    'tools-call-sampling',
    'tools-call-elicitation',
    'elicitation-sep1034-defaults',
    'elicitation-sep1330-enums',
  ],
  [NO_SESSION]: [
    'logging-set-level',
    'resources-subscribe',
    'resources-unsubscribe',
    'server-sse-multiple-streams',
  ],
}

const ASKING: Expected = {
  [NOTHING_ASKED]: [
    'input-required-result-basic-elicitation',
    'input-required-result-basic-sampling',
    'input-required-result-basic-list-roots',
    'input-required-result-request-state',
    'input-required-result-multiple-input-requests',
    'input-required-result-multi-round',
    'input-required-result-non-tool-request',
    'input-required-result-result-type',
    'input-required-result-tampered-state',
    'input-required-result-capability-check',
    'input-required-result-missing-input-response',
    'input-required-result-ignore-extra-params',
  ],
}

const OF_2026: Expected = {
  [ONE_DOCUMENT]: ['tools-call-with-progress'],
  [NO_PARAMETER_HEADERS]: ['http-custom-header-server-validation'],
  [NO_EXTENSION]: [
    'tasks-lifecycle',
    'tasks-capability-negotiation',
    'tasks-wire-fields',
    'tasks-request-state-removal',
    'tasks-mrtr-input',
    'tasks-request-headers',
    'tasks-dispatch-and-envelope',
    'tasks-required-task-error',
    'tasks-mrtr-composition',
  ],
}

export const EXPECTED: Readonly<Record<'of 2025' | 'of 2026-07-28', Readonly<Record<string, Expected>>>> = {
  'of 2025': {
    'the tools': { ...OF_2025, [NO_FIXTURES]: CONTENT, [OTHER_RESOURCES]: RESOURCES_AND_PROMPTS },
    'the fixtures': OF_2025,
  },
  'of 2026-07-28': {
    'the tools': {
      ...OF_2026,
      ...ASKING,
      [NO_FIXTURES]: [...CONTENT, 'server-stateless', 'json-schema-2020-12'],
      [OTHER_RESOURCES]: RESOURCES_AND_PROMPTS,
    },
    'the fixtures': OF_2026,
  },
}

/** The list in the format of the suites. */
export const baseline = (expected: Expected): string =>
  [
    'server:',
    ...Object.entries(expected).flatMap(([why, scenarios]) => [
      `  # ${why}`,
      ...scenarios.map((one) => `  - ${one}`),
    ]),
    '',
  ].join('\n')
