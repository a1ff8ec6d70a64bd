import { asRubyHash, type FieldErrors } from '../../../../kernel/field-errors.js'
import { type Rejection, refused } from '../../../../kernel/rejection.js'

const TAKEN: FieldErrors = { title: ['already being used for another group or project milestone.'] }

/** The refusal in the words of the API: the errors after a sentence, with a colon before each key (docs/reference/behaviour/planning.md#milestones). */
export const milestoneRefusal = (doing: 'create' | 'update', rejection: Rejection): Rejection => {
  const fields = rejection.kind === 'Conflict' ? TAKEN : rejection.kind === 'Invalid' ? rejection.fields : undefined
  if (fields === undefined) return rejection
  return refused(`Failed to ${doing} milestone ${asRubyHash(fields)}`)
}
