import * as E from 'fp-ts/lib/Either.js'
import { type Rejection, refuse, refused } from '../../../kernel/index.js'

/** In bytes; a dotenv report is smaller. */
export const DOTENV_BYTES = 5 * 1024

const MOST_VARIABLES = 20
const LONGEST_KEY = 255
const KEY = /^[a-zA-Z0-9_]+$/

/** A variable that a job hands to the jobs after it. */
export interface DotenvVariable {
  readonly key: string
  readonly value: string
}

const keyErrors = (key: string): ReadonlyArray<string> => [
  ...(key === '' ? ["Key can't be blank"] : []),
  ...(key.length > LONGEST_KEY ? [`Key is too long (maximum is ${LONGEST_KEY} characters)`] : []),
  ...(KEY.test(key) ? [] : ["Key can contain only letters, digits and '_'."]),
]

const linesOf = (text: string): ReadonlyArray<string> => {
  const lines = text.replace(/^\uFEFF/, '').split('\n')
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines
}

/**
 * The variables of a dotenv report: `KEY=VALUE` on each line, of which the last one of a key counts. Neither quotes nor comments are known, and
 * no line is empty (docs/reference/behaviour/delivery.md#variables-from-jobs). Rejections: `Refused`.
 */
export const parseDotenv = (text: string): E.Either<Rejection, ReadonlyArray<DotenvVariable>> => {
  const variables = new Map<string, string>()
  for (const line of linesOf(text)) {
    const at = line.indexOf('=')
    if (at < 0) return refuse(refused('Invalid Format'))
    variables.set(line.slice(0, at).trim(), line.slice(at + 1).trim())
  }
  if (variables.size > MOST_VARIABLES)
    return refuse(refused(`Dotenv files cannot have more than ${MOST_VARIABLES} variables`))
  const wrong = [...variables.keys()].map(keyErrors).find((errors) => errors.length > 0)
  if (wrong !== undefined) return refuse(refused(`Validation failed: ${wrong.join(', ')}`))
  return E.right([...variables].map(([key, value]) => ({ key, value })))
}
