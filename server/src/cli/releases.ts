import {
  compareReleases,
  parseRelease,
  RELEASES,
  type ReleaseChange,
  type ReleaseChangeKind,
  releaseDiff,
} from '@forgefold/core/releases'

/** The output and exit code of a command. */
export interface CommandOutput {
  readonly text: string
  readonly code: 0 | 2
}

const SIGNS: Readonly<Record<ReleaseChangeKind, string>> = { added: '+', deprecated: '~', removed: '-' }

/** What clients see before and after; reversed for a move to an older release. */
const effectOf = ({ change, item }: ReleaseChange, backwards: boolean): readonly [string, string] => {
  if (change === 'deprecated') return [`now: ${item.before}`, `once removed: ${item.after}`]
  const [before, after] = backwards ? [item.after, item.before] : [item.before, item.after]
  return [`before: ${before}`, `after: ${after}`]
}

const lines = (one: ReleaseChange, backwards: boolean): ReadonlyArray<string> => {
  const { change, item } = one
  const instead = item.replacedBy === undefined || change === 'added' ? '' : `; instead: ${item.replacedBy}`
  const elsewhere = item.served ? '' : ' (not served here)'
  const head = `  ${SIGNS[change]} ${item.area}: ${item.kind} ${item.name}${instead}${elsewhere}`
  return [head, ...effectOf(one, backwards).map((text) => `      ${text}`)]
}

const grouped = (changes: ReadonlyArray<ReleaseChange>, backwards: boolean): string => {
  const releases = [...new Set(changes.map(({ release }) => release))]
  const parts = releases.map((release) => {
    const here = changes.filter((change) => change.release === release)
    return [release, ...here.flatMap((change) => lines(change, backwards))].join('\n')
  })
  return `${parts.join('\n\n')}\n`
}

const USAGE = `forgefold releases diff FROM TO [--served] [--json]

Prints what changes for a client, before and after: + added, ~ deprecated, - removed.
--served leaves out what this server does not have at all.
Releases: ${RELEASES[0]} to ${RELEASES.at(-1)}.
`

const noRelease = (text: string | undefined): string => `there is no API release ${text}`

/** `forgefold releases diff 15.3 16.0`: what changes for a client between two releases. */
export const releasesCommand = (args: ReadonlyArray<string>): CommandOutput => {
  const json = args.includes('--json')
  const served = args.includes('--served')
  const [verb, fromText, toText, ...more] = args.filter((arg) => arg !== '--json' && arg !== '--served')
  const from = parseRelease(fromText ?? '')
  const to = parseRelease(toText ?? '')
  const wrong = [
    ...(verb === 'diff' && toText !== undefined && more.length === 0 ? [] : ['releases takes diff and two releases']),
    ...[fromText, toText].filter((text) => text !== undefined && parseRelease(text) === undefined).map(noRelease),
  ]
  if (from === undefined || to === undefined || wrong.length > 0)
    return { text: `forgefold: ${wrong.join('; ')}\n\n${USAGE}`, code: 2 }
  const changes = releaseDiff(from, to).filter(({ item }) => !served || item.served)
  if (json) return { text: `${JSON.stringify(changes, null, 2)}\n`, code: 0 }
  const nothing = `Nothing changes from ${from} to ${to}.\n`
  return { text: changes.length === 0 ? nothing : grouped(changes, compareReleases(from, to) > 0), code: 0 }
}
