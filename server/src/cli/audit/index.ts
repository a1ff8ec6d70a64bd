import type { Command } from '../command.js'
import { UsageError } from '../flags.js'
import { LOCAL_FLAG, PLACE_FLAGS } from '../instance-flags.js'
import type { AuditQuestion } from './audit-question.js'
import { checkpoint } from './checkpoint.js'
import { deploymentTrail } from './deployment.js'
import { EXPORT_FLAGS, exportHistory, prove } from './export.js'
import { VERIFY_FLAGS, verify } from './verify.js'

const QUESTIONS: ReadonlyArray<AuditQuestion> = [deploymentTrail, checkpoint, prove, exportHistory, verify]

/** What an auditor asks of a history. */
export const audit: Command = {
  name: 'audit',
  usage: QUESTIONS.map(({ usage }) => usage).join(' | '),
  summary: `look into the history: ${QUESTIONS.map(({ name, summary }) => `${name} (${summary})`).join('; ')}`,
  flags: [
    ...PLACE_FLAGS,
    LOCAL_FLAG,
    { name: 'json', value: undefined, fallback: undefined, summary: 'one JSON object a line' },
    ...EXPORT_FLAGS,
    ...VERIFY_FLAGS,
  ],
  run: async (flags, terminal) => {
    const [name, ...rest] = flags.positionals
    const question = QUESTIONS.find((one) => one.name === name)
    if (question === undefined)
      throw new UsageError(
        `audit takes a ${QUESTIONS.map(({ usage }) => usage).join(', or ')}; got ${name ?? 'nothing'}`,
      )
    return question.run(flags, rest, terminal)
  },
}
