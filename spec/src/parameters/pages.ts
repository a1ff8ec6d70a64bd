import { type DocumentedEndpoint, type DocumentedParameter, documentedEndpoints } from './endpoints.js'

/** The test file that sends each parameter, by `METHOD /path parameter`. */
export type SentBy = ReadonlyMap<string, string>

const escaped = (text: string): string => text.replaceAll('|', '\\|').replaceAll('<', '&lt;').replaceAll('\n', ' ')

const row = (endpoint: string, { name, summary, remarks }: DocumentedParameter, sentBy: SentBy): string => {
  const test = sentBy.get(`${endpoint} ${name}`)
  return `| \`${name}\` | ${escaped(summary)} | ${escaped(remarks)} | ${test === undefined ? '—' : `\`${test}\``} |`
}

const section = ({ name, summary, parameters }: DocumentedEndpoint, sentBy: SentBy): string =>
  `## \`${name}\`

${summary === '' ? '' : `${summary}\n\n`}| Parameter | What it is | Values | Sent by |
|---|---|---|---|
${parameters.map((parameter) => row(name, parameter, sentBy)).join('\n')}
`

const page = (name: string, endpoints: ReadonlyArray<DocumentedEndpoint>, sentBy: SentBy): string =>
  `# Parameters: ${name}

Made from the routes; [what the columns say](README.md).

${endpoints.map((endpoint) => section(endpoint, sentBy)).join('\n')}`

const index = (names: ReadonlyArray<string>): string => `# Parameters

These pages list every parameter of every endpoint, with a test that sends it in a successful request. The tables are generated from the routes and from recorded requests of the tests: \`npm run parameters -- TEST…\` runs tests, records what they send, and writes the pages. After all tests, \`npm test\` compares the pages with the recorded requests. It fails for a parameter that no test sends, or that the named test no longer sends.

"Values" gives the type, whether the parameter is required, and the tier and releases in which it exists. "Sent by" is a file below \`spec/test\`. Generated requests, and requests that are sent to every route alike, do not count.

${names.map((name) => `- [${name}](${name}.md)`).join('\n')}
`

/** The pages of the reference that show every parameter with its test, by file name. */
export const parameterPages = (sentBy: SentBy): ReadonlyMap<string, string> => {
  const endpoints = documentedEndpoints()
  const names = [...new Set(endpoints.map((endpoint) => endpoint.page))].toSorted()
  return new Map([
    ['README.md', index(names)],
    ...names.map(
      (name) =>
        [
          `${name}.md`,
          page(
            name,
            endpoints.filter((endpoint) => endpoint.page === name),
            sentBy,
          ),
        ] as const,
    ),
  ])
}

const HEADING = /^## `(.+)`$/
const ROW = /^\| `(.+?)` \|.*\| `([^`]+)` \|$/

/** Which test a page names for each parameter. */
export const readSentBy = (markdown: string): SentBy => {
  const found = new Map<string, string>()
  let endpoint = ''
  for (const line of markdown.split('\n')) {
    endpoint = HEADING.exec(line)?.[1] ?? endpoint
    const [, parameter, test] = ROW.exec(line) ?? []
    if (parameter !== undefined && test !== undefined) found.set(`${endpoint} ${parameter}`, test)
  }
  return found
}
