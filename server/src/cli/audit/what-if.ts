import { whatIfPolicies } from '@forgefold/core/audit'
import type { OtherDecisionAnswer } from '../../audit/audit-answers.js'
import type { Terminal } from '../command.js'
import { type Flag, type Flags, UsageError } from '../flags.js'
import type { AuditQuestion } from './audit-question.js'
import { entryLines } from './event-table.js'
import { answerOrExplain, NOTHING, withAuditor } from './with-auditor.js'

export const WHAT_IF_FLAGS: ReadonlyArray<Flag> = [
  {
    name: 'set',
    value: 'RULE=VALUE',
    fallback: undefined,
    summary: 'what-if: another value of a rule, such as approvals_required=2',
  },
]

const sayDecision = (decision: OtherDecisionAnswer, flags: Flags, terminal: Terminal): void => {
  if (flags.isOn('json')) {
    terminal.say(JSON.stringify(decision))
    return
  }
  const { event, verdict, followed } = decision
  const [, line = ''] = entryLines([event])
  terminal.say(`${verdict}  ${line}`)
  for (const one of entryLines(followed).slice(1)) terminal.say(`    followed by  ${one}`)
}

/** Repeats decisions under another policy. */
export const whatIfQuestion: AuditQuestion = {
  name: 'what-if',
  usage: 'what-if --set RULE=VALUE',
  summary: 'decisions that another rule would have refused or allowed, and their consequences (--from, --to)',
  flags: ['set', 'from', 'to'],
  run: async (flags, rest, terminal) => {
    const text = flags.text('set')
    if (rest.length > 0 || text === undefined)
      throw new UsageError(
        `audit what-if takes --set RULE=VALUE; rules: ${whatIfPolicies.map(({ name, summary }) => `${name} (${summary})`).join('; ')}`,
      )
    const query = { set: text, from: flags.text('from'), to: flags.text('to') }
    return withAuditor(flags, terminal, (auditor) =>
      answerOrExplain(terminal, auditor.whatIf(query), (decisions) => {
        for (const decision of decisions) sayDecision(decision, flags, terminal)
        terminal.tell(
          decisions.length === 1
            ? '1 decision would have been another'
            : `${decisions.length} decisions would have been others`,
        )
        return decisions.length === 0 ? 0 : NOTHING
      }),
    )
  },
}
