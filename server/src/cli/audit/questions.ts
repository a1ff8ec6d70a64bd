import type { HistoryQuery } from '../../audit/auditor-questions.js'
import type { Terminal } from '../command.js'
import { type Flags, UsageError } from '../flags.js'
import { countOf } from '../instance-flags.js'
import type { AuditQuestion } from './audit-question.js'
import { columns, inline } from './columns.js'
import { entryLines, mentionText, treeLines } from './event-table.js'
import { QUERY, queryOf } from './query-flags.js'
import { answerOrExplain, NOTHING, withAuditor } from './with-auditor.js'

/** `group/app!12`, or a kind and an id as two words. Throws `UsageError`. */
export const thingNamed = (rest: ReadonlyArray<string>, question: string): string => {
  const [first, second, ...more] = rest
  if (first === undefined || more.length > 0)
    throw new UsageError(
      `audit ${question} takes a thing, as in \`forgefold audit ${question} group/app!12\` or \`deployment 7\``,
    )
  return second === undefined ? first : `${first}:${second}`
}

const PAGE = 100

/** The most entries to print; without end by default. Throws `UsageError`. */
const limitOf = (flags: Flags): number =>
  flags.text('limit') === undefined ? Number.POSITIVE_INFINITY : countOf(flags, 'limit', 1)

/** Prints pages of entries up to a limit, or to the end. */
const sayHistory = (flags: Flags, terminal: Terminal, query: Omit<HistoryQuery, 'limit'>): Promise<number> => {
  const wanted = limitOf(flags)
  return withAuditor(flags, terminal, async (auditor) => {
    let said = 0
    for (let after = query.after; ; ) {
      let next: number | null = null
      const code = await answerOrExplain(
        terminal,
        auditor.history({ ...query, after, limit: Math.min(PAGE, wanted - said) }),
        (page) => {
          next = page.next
          const lines = flags.isOn('json')
            ? page.entries.map((entry) => JSON.stringify(entry))
            : entryLines(page.entries)
          if (page.entries.length > 0)
            for (const line of lines.slice(said > 0 && !flags.isOn('json') ? 1 : 0)) terminal.say(line)
          said += page.entries.length
          return 0
        },
      )
      if (code !== 0) return code
      if (next === null || said >= wanted) break
      after = next
    }
    if (said === 0) terminal.tell('nothing like that has happened')
    return said === 0 ? NOTHING : 0
  })
}

export const timeline: AuditQuestion = {
  name: 'timeline',
  usage: 'timeline THING',
  summary: 'what happened to a thing, and events elsewhere that concern it',
  flags: [...QUERY.filter((flag) => flag !== 'thing'), 'limit', 'newest-first'],
  run: async (flags, rest, terminal) =>
    sayHistory(flags, terminal, { ...queryOf(flags), thing: thingNamed(rest, 'timeline') }),
}

export const search: AuditQuestion = {
  name: 'search',
  usage: 'search [WORD…]',
  summary: 'events by words, actor, kind, type, thing, address, token, request and time',
  flags: [...QUERY, 'limit', 'newest-first'],
  run: async (flags, rest, terminal) => sayHistory(flags, terminal, { ...queryOf(flags), words: rest }),
}

export const explain: AuditQuestion = {
  name: 'explain',
  usage: 'explain EVENT',
  summary: 'causes and consequences of an event, as a tree (by id, position or STREAM@REVISION)',
  flags: [],
  run: (flags, [event, ...more], terminal) => {
    if (event === undefined || more.length > 0)
      throw new UsageError('audit explain takes an event, as in `forgefold audit explain deployment-7@0`')
    return withAuditor(flags, terminal, (auditor) =>
      answerOrExplain(terminal, auditor.explain(event), (found) => {
        if (flags.isOn('json')) {
          terminal.say(JSON.stringify(found))
          return 0
        }
        for (const line of treeLines(found.causes, found)) terminal.say(line)
        const { request_id, actor } = found.causes[0] ?? found.event
        terminal.say('')
        terminal.say(`begun by ${actor}${request_id === null ? '' : ` with request ${request_id}`}`)
        if (found.besides.length === 0) return 0
        terminal.say('')
        terminal.say('besides, the same request did:')
        for (const line of entryLines(found.besides)) terminal.say(line)
        return 0
      }),
    )
  },
}

export const blame: AuditQuestion = {
  name: 'blame',
  usage: 'blame THING',
  summary: 'each value of a thing and the event that set it; --field for one',
  flags: ['field'],
  run: (flags, rest, terminal) => {
    const thing = thingNamed(rest, 'blame')
    const onProgress = (done: number, of: number): void => terminal.progress(`${done} of ${of} events`)
    return withAuditor(flags, terminal, (auditor) =>
      answerOrExplain(
        terminal,
        auditor.blame(thing, { field: flags.text('field'), onProgress }),
        ({ blame: found }) => {
          if (flags.isOn('json')) terminal.say(JSON.stringify(found))
          else {
            const rows = found.fields.map(({ field, value, set_by }) => [
              field,
              inline(value),
              set_by === null ? '' : mentionText(set_by),
            ])
            for (const line of columns([['FIELD', 'VALUE', 'SET BY'], ...rows])) terminal.say(line)
          }
          if (found.fields.length > 0) return 0
          terminal.tell(`${thing} has no field ${flags.text('field') ?? ''}`)
          return NOTHING
        },
      ),
    )
  },
}
