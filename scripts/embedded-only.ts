/** Test files of the service and the API that run on the embedded store alone, with the reason. */
export const EMBEDDED_ONLY: Readonly<Record<string, string>> = {
  'packages/service/test/simulation/simulation.test.ts':
    'clears graphs in memory and uses them again, for thousands of simulations',
  'packages/server/test/prism.test.ts':
    'checks the form of requests and answers, which is the same on both stores',
  'packages/service/test/simulation/teeth.test.ts': 'plants faults in the same simulation',
}
