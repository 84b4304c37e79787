/** What a start prints: where things are, and at a first start a line to try. */
export function greeting(baseUrl: string, token: string | undefined): string[] {
  const lines = [
    '',
    `  Notegraph is at    ${baseUrl}/api/v1/notes`,
    `  OpenAPI document   ${baseUrl}/api/v1/openapi.json`,
    `  MCP endpoint       ${baseUrl}/api/mcp`,
    '',
  ]
  if (token === undefined) return lines
  return [
    ...lines,
    '  The account "me" was made, with a sample graph to look around in.',
    '  Its token reads and writes, and is shown this once:',
    '',
    `    ${token}`,
    '',
    '  Try it:',
    '',
    `    curl -H 'Authorization: Bearer ${token}' ${baseUrl}/api/v1/notes/days/today`,
    '',
  ]
}
