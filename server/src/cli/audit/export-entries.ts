import type { HistoryEntry } from '@forgefold/core/audit'
import type { Terminal } from '../command.js'
import { type Flag, type Flags, wordOf } from '../flags.js'
import { queryOf } from './query-flags.js'
import { answerOrExplain, withAuditor } from './with-auditor.js'

/** `proven`: the entries of the tree with their proofs. The others: as auditors read them, for other programs. */
const FORMATS = ['proven', 'ndjson', 'csv'] as const

export const FORMAT_FLAG: Flag = {
  name: 'format',
  value: 'FORMAT',
  fallback: 'proven',
  summary: 'export: proven (entries of the tree, for forgefold-verify), ndjson or csv',
}

const COLUMNS = [
  'position',
  'id',
  'created_at',
  'type',
  'kind',
  'thing',
  'revision',
  'actor',
  'token_kind',
  'token_id',
  'request_id',
  'address',
  'correlation_id',
  'cause',
  'data',
] as const

/** Quoted where necessary (RFC 4180); text that a spreadsheet would read as a formula gets an apostrophe. */
const cell = (value: unknown): string => {
  if (value === null || value === undefined) return ''
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
  const safe = /^[=+@\t\r-]/.test(text) && typeof value === 'string' ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

const csvLine = (entry: HistoryEntry): string => {
  const { token, ...rest } = entry
  const row: Readonly<Record<string, unknown>> = { ...rest, token_kind: token?.kind, token_id: token?.id }
  return COLUMNS.map((name) => cell(row[name])).join(',')
}

const PAGE = 100

/** Prints matching entries as they are found; `--after` with the position of the last line continues after it. */
export const exportEntries = (flags: Flags, terminal: Terminal): Promise<number> => {
  const format = wordOf('format', flags.text('format'), FORMATS)
  const query = { ...queryOf(flags), newestFirst: false }
  const lineOf = format === 'csv' ? csvLine : (entry: HistoryEntry) => JSON.stringify(entry)
  return withAuditor(flags, terminal, async (auditor) => {
    if (format === 'csv' && query.after === undefined) terminal.say(COLUMNS.join(','))
    let said = 0
    for (let after = query.after; ; ) {
      let next: number | null = null
      const code = await answerOrExplain(terminal, auditor.history({ ...query, after, limit: PAGE }), (page) => {
        for (const entry of page.entries) terminal.say(lineOf(entry))
        said += page.entries.length
        next = page.next
        return 0
      })
      if (code !== 0) return code
      if (next === null) break
      after = next
      terminal.progress(`${said} events, up to position ${after}`)
    }
    terminal.tell(`${said} events`)
    return 0
  })
}
