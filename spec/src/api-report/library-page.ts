import { type PublicName, publicNames } from './public-names.js'
import { manifestAt, REPORTED } from './report.js'

const oneLine = (text: string): string => text.replaceAll(/\s*\n\s*/g, ' ')

const escaped = (text: string): string => oneLine(text).replaceAll('|', '\\|').replaceAll('<', '&lt;')

/** What is written of a name, for a page: what looks like a tag outside of code is text. */
const prose = (text: string): string =>
  text
    .split('\n\n')
    .map((paragraph) =>
      oneLine(paragraph)
        .split('`')
        .map((part, n) => (n % 2 === 0 ? part.replaceAll('<', '&lt;') : part))
        .join('`'),
    )
    .join('\n\n')

const fenced = (language: string, code: string): string => ['```' + language, code, '```'].join('\n')

const isType = ({ words }: PublicName): boolean => /^(?:interface|type) /.test(words)

const isNamespace = ({ words }: PublicName): boolean => words.startsWith('every name of ')

const valueSection = ({ name, words, summary, example }: PublicName): string =>
  [
    `### ${name}`,
    '',
    ...(summary === '' ? [] : [prose(summary), '']),
    fenced('ts', words.length > 1500 ? `${words.slice(0, 1500)}\n…` : words),
    '',
    ...(example === undefined ? [] : [fenced('js', example), '']),
  ].join('\n')

const typeRow = ({ name, summary }: PublicName): string =>
  `| \`${name}\` | ${escaped(summary.split('\n\n')[0] ?? '')} |`

const entrySection = (from: string, names: ReadonlyArray<PublicName>): string => {
  const types = names.filter(isType)
  const values = names.filter((one) => !isType(one) && !isNamespace(one))
  return [
    `## ${from}`,
    '',
    ...values.map(valueSection),
    ...(types.length === 0 ? [] : ['| type | what it is |', '|---|---|', ...types.map(typeRow), '']),
  ].join('\n')
}

/** The file of a package's page in `docs/reference/library`. */
const fileOf = (home: string): string => `${home.split('/').at(-1)}.md`

/** The page of what one package shows: every function with its example, and the types by name. */
export const libraryPage = (
  root: string,
  home: (typeof REPORTED)[number],
): { readonly file: string; readonly text: string } => {
  const { name, description } = manifestAt(`${root}/${home}`)
  const byEntry = new Map<string, Array<PublicName>>()
  for (const one of publicNames(root, home)) byEntry.set(one.from, [...(byEntry.get(one.from) ?? []), one])
  const sections = [...byEntry]
    .map(([from, names]) => [from, names.filter((one) => !isNamespace(one))] as const)
    .filter(([, names]) => names.length > 0)
    .map(([from, names]) => entrySection(from, names))
  const head = `# ${name}\n\n${description}.\n\nThis page is generated from the built types by \`npm run reference\`. Tests run the examples.\n\n`
  return { file: fileOf(home), text: `${head}${sections.join('\n')}` }
}

/** The page that leads to those of the packages. */
export const libraryIndexPage = (root: string): string => {
  const rows = REPORTED.map((home) => {
    const { name, description } = manifestAt(`${root}/${home}`)
    return `| [${name}](${fileOf(home)}) | ${description} |`
  })
  return `# The packages

These pages list every public function of the packages, with an example that a test runs. \`npm run reference\` generates them from the built types.

| package | what it is |
|---|---|
${rows.join('\n')}

Besides, \`@forgefold/core\` has an entry point for each aggregate, such as \`@forgefold/core/label\`: [how one is used](../../how-to/keep-one-aggregate.md).
`
}
