import type { Command, Terminal } from '../command.js'
import { UsageError } from '../flags.js'
import { LOCAL_FLAG, LOCATION_FLAGS } from '../instance-flags.js'
import type { AuditQuestion } from './audit-question.js'
import { CHECKPOINT_FLAGS, checkpoint } from './checkpoint.js'
import { deploymentTrail } from './deployment.js'
import { EXPORT_FLAGS, exportHistory, prove } from './export.js'
import { diff, show } from './moments.js'
import { SEARCH_FLAGS } from './query-flags.js'
import { blame, explain, search, timeline } from './questions.js'
import { VERIFY_FLAGS, verify } from './verify.js'
import { WHAT_IF_FLAGS, whatIfQuestion } from './what-if.js'
import { SOURCE_FLAGS } from './with-auditor.js'

/** Output for people; that of the others is for files and other programs. */
const LOOKED_AT: ReadonlyArray<AuditQuestion> = [
  deploymentTrail,
  timeline,
  show,
  diff,
  blame,
  search,
  explain,
  whatIfQuestion,
]

const QUESTIONS: ReadonlyArray<AuditQuestion> = [...LOOKED_AT, exportHistory, checkpoint, prove, verify]

/** Flags that every question takes. */
const EVERYWHERE: ReadonlySet<string> = new Set(
  [...LOCATION_FLAGS, LOCAL_FLAG, ...SOURCE_FLAGS].map(({ name }) => name).concat('json'),
)

/** The same terminal, with its output sent elsewhere. */
const saidBy = (terminal: Terminal, say: Terminal['say']): Terminal => ({
  environment: terminal.environment,
  say,
  tell: terminal.tell,
  progress: terminal.progress,
  ...(terminal.screen === undefined ? {} : { screen: terminal.screen }),
  get asked() {
    return terminal.asked
  },
})

/** The questions of an auditor to a history. */
export const audit: Command = {
  name: 'audit',
  usage: 'QUESTION [THING]',
  summary: 'look into the history',
  flags: [
    ...LOCATION_FLAGS,
    LOCAL_FLAG,
    { name: 'json', value: undefined, fallback: undefined, summary: 'one JSON object a line' },
    ...SOURCE_FLAGS,
    ...SEARCH_FLAGS,
    ...WHAT_IF_FLAGS,
    ...EXPORT_FLAGS,
    ...CHECKPOINT_FLAGS,
    ...VERIFY_FLAGS,
  ],
  subcommands: QUESTIONS,
  takesWords: true,
  run: async (flags, terminal) => {
    const [name, ...rest] = flags.positionals
    const question = QUESTIONS.find((one) => one.name === name)
    if (question === undefined)
      throw new UsageError(
        `audit takes a ${QUESTIONS.map(({ usage }) => usage).join(', or ')}; got ${name ?? 'nothing'}`,
      )
    const other = flags.given.find((flag) => !EVERYWHERE.has(flag) && !question.flags.includes(flag))
    if (other !== undefined) throw new UsageError(`audit ${question.name} takes no --${other}`)
    const { screen } = terminal
    return screen === undefined || !LOOKED_AT.includes(question)
      ? question.run(flags, rest, terminal)
      : screen.paged((say) => question.run(flags, rest, saidBy(terminal, say)))
  },
}
