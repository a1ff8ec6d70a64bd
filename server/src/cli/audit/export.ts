import { type HistoryKey, sha256 } from '@forgefold/adapters/crypto'
import { base64Of, canonicalEvent, type HistoryTree, verifierKeyText } from '@forgefold/core/audit'
import type { StoredEvent } from '@forgefold/core/kernel'
import type { EventStore } from '@forgefold/core/ports'
import { signedCheckpoint } from '../../audit/index.js'
import type { Terminal } from '../command.js'
import { type Flag, type Flags, UsageError } from '../flags.js'
import { eventsLike } from '../history-reader.js'
import type { AuditQuestion } from './audit-question.js'
import { exportEntries, FORMAT_FLAG } from './export-entries.js'
import { withHistoryTree } from './open-history-tree.js'
import { instantFlag } from './questions.js'

/** What narrows an export. */
export const EXPORT_FLAGS: ReadonlyArray<Flag> = [
  FORMAT_FLAG,
  { name: 'stream', value: 'STREAM', fallback: undefined, summary: 'export: of one thing only, as in deployment-7' },
  {
    name: 'type',
    value: 'TYPE',
    fallback: undefined,
    summary: 'search, export: of one type only, as in DeploymentCreated',
  },
  { name: 'since', value: 'INSTANT', fallback: undefined, summary: 'timeline, search, export: from this moment on' },
  { name: 'until', value: 'INSTANT', fallback: undefined, summary: 'timeline, search, export: before this moment' },
]

type Wanted = (event: StoredEvent, index: number) => boolean

/** What the flags ask for; undefined: everything. Throws `UsageError`. */
const wantedBy = (flags: Flags): Wanted | undefined => {
  const [stream, type] = [flags.text('stream'), flags.text('type')]
  const [since, until] = [instantFlag(flags, 'since'), instantFlag(flags, 'until')]
  if ([stream, type, since, until].every((one) => one === undefined)) return undefined
  return (event) =>
    (stream === undefined || event.stream === stream) &&
    (type === undefined || event.type === type) &&
    (since === undefined || event.metadata.at >= since) &&
    (until === undefined || event.metadata.at < until)
}

/** The wanted entries with what proves them, after a line that says against what (docs/reference/history-proofs.md#exports). */
const sayEntries = async (
  { events, tree, key, terminal }: { events: EventStore; tree: HistoryTree; key: HistoryKey; terminal: Terminal },
  wanted: Wanted | undefined,
): Promise<number> => {
  const size = tree.size()
  const complete = wanted === undefined
  const head = { format: 'forgefold-history', version: 1, complete, key: verifierKeyText(sha256, key.verifier) }
  terminal.say(JSON.stringify({ ...head, checkpoint: signedCheckpoint(tree, key) }))
  let index = -1
  let said = 0
  for await (const event of eventsLike(events, {})) {
    index++
    if (index >= size) break
    if (wanted?.(event, index) === false) continue
    const line = { index, entry: canonicalEvent(event) }
    const proof = complete ? {} : { proof: tree.inclusion(index, size).map(base64Of) }
    terminal.say(JSON.stringify({ ...line, ...proof }))
    said++
  }
  return said
}

/** Writes the history, or a part of it, so that a stranger can verify it offline. */
export const exportHistory: AuditQuestion = {
  name: 'export',
  usage: 'export',
  summary: 'print the history with what proves it, or as entries to be read (--format)',
  run: async (flags, rest, terminal) => {
    if (rest.length > 0) throw new UsageError('audit export takes flags only')
    if (flags.text('format') !== 'proven') return exportEntries(flags, terminal)
    const wanted = wantedBy(flags)
    return withHistoryTree(flags, terminal, async (tree, key, events) => {
      await sayEntries({ events, tree, key, terminal }, wanted)
      return 0
    })
  },
}

/** Tells one event by its id, its stream and revision (`deployment-7@0`), or its index in the history. */
const named = (name: string): Wanted => {
  if (/^\d+$/.test(name)) return (_, index) => index === Number(name)
  const [stream, revision] = name.split('@')
  if (revision !== undefined) return (event) => event.stream === stream && event.revision === Number(revision)
  return ({ id }) => id === name
}

/** Proves that one event is in the history. */
export const prove: AuditQuestion = {
  name: 'prove',
  usage: 'prove EVENT',
  summary: 'print one event with the proof that it is in the history (by id, STREAM@REVISION or index)',
  run: async (flags, [name, ...rest], terminal) => {
    if (name === undefined || rest.length > 0)
      throw new UsageError('audit prove takes an event, as in `forgefold audit prove deployment-7@0`')
    return withHistoryTree(flags, terminal, async (tree, key, events) => {
      const lines: Array<string> = []
      const said = await sayEntries(
        { events, tree, key, terminal: { ...terminal, say: (line) => lines.push(line) } },
        named(name),
      )
      if (said === 0) terminal.tell(`the history has no event ${name}`)
      else for (const line of lines) terminal.say(line)
      return said === 0 ? 1 : 0
    })
  },
}
