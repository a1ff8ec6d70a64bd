import {
  ALIASES,
  AREAS,
  type Attribute,
  boundsOf,
  ENFORCED,
  INSTRUCTIONS,
  type SettingValue,
  STORED_ONLY,
  settingLifespan,
} from '@forgefold/core/domains/instance/settings'
import { BEFORE_FIRST_RELEASE } from '@forgefold/core/releases'

const TYPES: Readonly<Record<Attribute['shape'], string>> = {
  boolean: 'boolean',
  integer: 'integer',
  number: 'number',
  decimal: 'decimal',
  text: 'string',
  texts: 'array of strings',
  integers: 'array of integers',
  weights: 'hash of integers',
}

const escaped = (text: string): string => text.replaceAll('|', '\\|').replaceAll('<', '&lt;')

const valueText = (value: SettingValue): string => {
  if (typeof value === 'string') return value === '' ? '`""`' : `\`${value}\``
  return `\`${JSON.stringify(value)}\``
}

const rangeOf = (attribute: Attribute): string => {
  const words = (attribute.words ?? attribute.numbers)?.map((word) => `\`${word}\``).join(' ')
  return [...(words === undefined ? [] : [words]), ...boundsOf(attribute)].join('; ')
}

const releasesOf = (name: string): string => {
  const { since, deprecated, until } = settingLifespan(name)
  return [
    since === undefined ? undefined : `since ${since}`,
    deprecated === undefined
      ? undefined
      : deprecated === BEFORE_FIRST_RELEASE
        ? 'deprecated'
        : `deprecated ${deprecated}`,
    until === undefined ? undefined : `until ${until}`,
  ]
    .filter((part) => part !== undefined)
    .join(', ')
}

const remarksOf = ({
  requires,
  sealed,
  hidden,
  fixed,
  answeredOnly,
  needsRestart,
  unavailable,
}: Attribute): ReadonlyArray<string> => [
  ...(requires === undefined
    ? []
    : [
        `Needs ${requires.names.map((name) => `\`${name}\``).join(', ')} ${requires.check === 'request' ? 'in the same request' : 'in the record'}.`,
      ]),
  ...(hidden ? ['Sealed, never answered.'] : sealed ? ['Sealed.'] : []),
  ...(fixed ? ['A value sent is dropped.'] : []),
  ...(answeredOnly ? ['Answered only.'] : []),
  ...(unavailable === undefined ? [] : [`Cannot be switched on: ${unavailable}.`]),
  ...(needsRestart ? ['Takes effect at the next start.'] : []),
]

const row = (name: string, attribute: Attribute): string => {
  const about = [attribute.summary, ...remarksOf(attribute)].join(' ')
  const cells = [
    `\`${name}\``,
    TYPES[attribute.shape],
    valueText(attribute.initial),
    rangeOf(attribute),
    attribute.tier,
    releasesOf(name),
    escaped(about),
    ENFORCED[name] ?? `**no effect**: ${STORED_ONLY[name]}`,
  ]
  return `| ${cells.join(' | ')} |`
}

const HEAD = `| Name | Type | First value | Bounds | Tier | Releases | What it does | Obeyed by |
|---|---|---|---|---|---|---|---|`

const area = ([title, attributes]: readonly [string, Readonly<Record<string, Attribute>>]): string =>
  [`## ${title}`, '', HEAD, ...Object.entries(attributes).map(([name, attribute]) => row(name, attribute)), ''].join(
    '\n',
  )

const aliasRow = ([name, { of, answered }]: readonly [string, (typeof ALIASES)[string]]): string =>
  `| \`${name}\` | \`${of}\` | ${answered ? 'both' : 'the new name only'} | ${releasesOf(name)} |`

const instructionRow = ([name, { summary }]: readonly [string, { readonly summary: string }]): string =>
  `| \`${name}\` | ${summary} |`

/** The reference page of all settings, made from the catalogue. */
export const settingsPage = (): string => `# Settings of the instance

\`GET\` and \`PUT /api/v4/application/settings\`, for administrators. This page is made from the catalogue in \`core/src/domains/instance/settings\`: \`npm run reference\`.

"Obeyed by" says where Forgefold itself acts on a setting. Those with **no effect** are kept, checked and answered, for clients and for tools around the instance: what they would govern is missing. \`forgefold doctor\` names them too. A flag that promises safety and would give none cannot be switched on.

${Object.entries(AREAS).map(area).join('\n')}
## Old names

| Old name | New name | Answered | Releases |
|---|---|---|---|
${Object.entries(ALIASES).map(aliasRow).join('\n')}

## Parameters that are no settings

| Name | What it does |
|---|---|
${Object.entries(INSTRUCTIONS).map(instructionRow).join('\n')}
`
