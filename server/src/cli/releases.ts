import {
  parseRelease,
  RELEASES,
  type ReleaseChange,
  type ReleaseChangeKind,
  releaseDiff,
} from '@forgefold/core/releases'

/** What a command says and how it ends. */
export interface Said {
  readonly text: string
  readonly code: 0 | 2
}

const SIGNS: Readonly<Record<ReleaseChangeKind, string>> = { added: '+', deprecated: '~', removed: '-' }

const line = ({ change, item }: ReleaseChange): string => {
  const instead = item.replacedBy === undefined || change === 'added' ? '' : `; instead: ${item.replacedBy}`
  const elsewhere = item.served ? '' : ' (not served here)'
  return `  ${SIGNS[change]} ${item.area}: ${item.kind} ${item.name}${instead}${elsewhere}`
}

const grouped = (changes: ReadonlyArray<ReleaseChange>): string => {
  const releases = [...new Set(changes.map(({ release }) => release))]
  const parts = releases.map((release) => {
    const here = changes.filter((change) => change.release === release)
    return [release, ...here.map(line)].join('\n')
  })
  return `${parts.join('\n\n')}\n`
}

const USAGE = `forgefold releases diff FROM TO [--json]\n\nPrints what changes for a client: + added, ~ deprecated, - removed.\nReleases: ${RELEASES[0]} to ${RELEASES.at(-1)}.\n`

/** `forgefold releases diff 15.3 16.0`: what changes for a client between two releases. */
export const releasesCommand = (args: ReadonlyArray<string>): Said => {
  const json = args.includes('--json')
  const [verb, fromText, toText, ...more] = args.filter((arg) => arg !== '--json')
  const from = parseRelease(fromText ?? '')
  const to = parseRelease(toText ?? '')
  if (verb !== 'diff' || from === undefined || to === undefined || more.length > 0) return { text: USAGE, code: 2 }
  const changes = releaseDiff(from, to)
  if (json) return { text: `${JSON.stringify(changes, null, 2)}\n`, code: 0 }
  return { text: changes.length === 0 ? `Nothing changes from ${from} to ${to}.\n` : grouped(changes), code: 0 }
}
