import { quotedLines } from './quoted-lines.js'

/** A line that is a quick action. */
export interface ParsedAction {
  /** In lower case, without the slash. */
  readonly name: string
  /** Trimmed; empty where there is none. */
  readonly argument: string
}

/** A text without its quick actions, and the actions in order. */
export interface ParsedText {
  readonly text: string
  readonly actions: ReadonlyArray<ParsedAction>
}

const LINE = /^\/([a-z_]{1,40})(?: ([^\n]*))?$/i

/** Text that replaces the line of a quick action. */
const SUBSTITUTES: ReadonlyMap<string, string> = new Map([
  ['shrug', '¯\\＿(ツ)＿/¯'],
  ['tableflip', '(╯°□°)╯︵ ┻━┻'],
])

const actionIn = (line: string): ParsedAction | undefined => {
  const [, name, argument = ''] = LINE.exec(line.trimEnd()) ?? []
  return name === undefined ? undefined : { name: name.toLowerCase(), argument: argument.trim() }
}

/** Texts with more lines are not parsed, because parsing costs time for each line. */
const MAX_LINES = 50_000

/** Texts with more quick actions are not parsed, for the same reason: all of them are planned before the next request is served. */
const MAX_ACTIONS = 200

/** Arguments of more letters than this together are not parsed either: each word may be a name that is looked up. */
const MAX_ARGUMENTS = 64 * 1024

const areTooMany = (actions: ReadonlyArray<ParsedAction>): boolean =>
  actions.length > MAX_ACTIONS || actions.reduce((sum, { argument }) => sum + argument.length, 0) > MAX_ARGUMENTS

const hasTooManyLines = (text: string): boolean => {
  let lines = 1
  for (let at = text.indexOf('\n'); at >= 0 && lines <= MAX_LINES; at = text.indexOf('\n', at + 1)) lines++
  return lines > MAX_LINES
}

/**
 * Takes the quick actions out of a text: lines that begin with a slash and a known name, outside of code, HTML and quotations.
 *
 * Texts of up to 50,000 lines with up to 200 quick actions, whose arguments have up to 65,536 letters, are parsed. Larger ones, and texts without quick actions, are returned unchanged.
 * Other lines with a slash stay.
 */
export const parseQuickActions = (text: string, isKnown: (name: string) => boolean): ParsedText => {
  if (!/^\//m.test(text) || hasTooManyLines(text)) return { text, actions: [] }
  const lines = text.split('\n')
  const quoted = quotedLines(lines)
  const kept: Array<string> = []
  const actions: Array<ParsedAction> = []
  let substituted = false
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] as string
    const action = quoted[at] === true || !line.startsWith('/') ? undefined : actionIn(line)
    const substitute = action === undefined ? undefined : SUBSTITUTES.get(action.name)
    if (action !== undefined && substitute !== undefined) {
      kept.push([action.argument, substitute].filter((part) => part !== '').join(' '))
      substituted = true
    } else if (action !== undefined && isKnown(action.name)) actions.push(action)
    else kept.push(line)
  }
  if (areTooMany(actions)) return { text, actions: [] }
  if (actions.length === 0 && !substituted) return { text, actions }
  return { text: kept.join('\n').trimEnd(), actions }
}
