import type { Patterns } from '../../../../ports/index.js'
import { testPattern } from './safe-pattern.js'

/** The variables of a rule; a missing variable is null. */
export type Variables = Readonly<Record<string, string>>

/** The variable of that name; inherited properties of objects are no variables. */
const variableIn = (variables: Variables, name: string): string | undefined =>
  Object.hasOwn(variables, name) ? variables[name] : undefined

type Token =
  | { readonly kind: 'variable'; readonly name: string }
  | { readonly kind: 'string'; readonly value: string }
  | { readonly kind: 'pattern'; readonly source: string; readonly flags: string }
  | { readonly kind: 'null' }
  | { readonly kind: 'operator'; readonly text: string }

type Value = string | null

const LEXEMES: ReadonlyArray<readonly [RegExp, (match: RegExpExecArray) => Token]> = [
  [/^(==|!=|=~|!~|&&|\|\||\(|\))/, (match) => ({ kind: 'operator', text: match[1] as string })],
  [/^\$(\w+)/, (match) => ({ kind: 'variable', name: match[1] as string })],
  [/^null\b/, () => ({ kind: 'null' })],
  [/^"([^"]*)"/, (match) => ({ kind: 'string', value: match[1] as string })],
  [/^'([^']*)'/, (match) => ({ kind: 'string', value: match[1] as string })],
  [
    /^\/((?:\\.|[^/\\])*)\/([ismU]*)/,
    (match) => ({ kind: 'pattern', source: match[1] as string, flags: match[2] as string }),
  ],
]

const MAX_LENGTH = 10_000

/** The deepest nesting of parentheses. */
const DEEPEST = 100

const tokens = (text: string): ReadonlyArray<Token> | undefined => {
  if (text.length > MAX_LENGTH) return undefined
  const found: Array<Token> = []
  let rest = text.trim()
  while (rest !== '') {
    const lexeme = LEXEMES.map(([pattern, make]) => [pattern.exec(rest), make] as const).find(
      ([match]) => match !== null,
    )
    if (lexeme === undefined || lexeme[0] === null) return undefined
    found.push(lexeme[1](lexeme[0]))
    rest = rest.slice(lexeme[0][0].length).trim()
  }
  return found
}

const matches = (value: Value, pattern: Token | undefined, variables: Variables, patterns: Patterns): boolean => {
  if (value === null || pattern === undefined) return false
  const text = pattern.kind === 'variable' ? variableIn(variables, pattern.name) : undefined
  const given = pattern.kind === 'pattern' ? pattern : text === undefined ? undefined : asPattern(text)
  if (given === undefined) return false
  return testPattern(patterns, given.source, given.flags.includes('i'), value)
}

const asPattern = (text: string): { readonly source: string; readonly flags: string } | undefined => {
  const match = /^\/(.*)\/([ismU]*)$/s.exec(text)
  return match === null ? undefined : { source: match[1] as string, flags: match[2] as string }
}

/** A recursive descent parser of `||`, `&&`, comparisons and parentheses; undefined for malformed text. */
class Parser {
  #at = 0
  #depth = 0

  constructor(
    readonly tokens: ReadonlyArray<Token>,
    readonly variables: Variables,
    readonly patterns: Patterns,
  ) {}

  get done(): boolean {
    return this.#at >= this.tokens.length
  }

  #operator(...texts: ReadonlyArray<string>): string | undefined {
    const token = this.tokens[this.#at]
    if (token?.kind !== 'operator' || !texts.includes(token.text)) return undefined
    this.#at += 1
    return token.text
  }

  either(): boolean | undefined {
    let left = this.both()
    while (left !== undefined && this.#operator('||') !== undefined) {
      const right = this.both()
      left = right === undefined ? undefined : left || right
    }
    return left
  }

  both(): boolean | undefined {
    let left = this.term()
    while (left !== undefined && this.#operator('&&') !== undefined) {
      const right = this.term()
      left = right === undefined ? undefined : left && right
    }
    return left
  }

  term(): boolean | undefined {
    if (this.#operator('(') !== undefined) {
      this.#depth += 1
      const inner = this.#depth > DEEPEST ? undefined : this.either()
      this.#depth -= 1
      return this.#operator(')') === undefined ? undefined : inner
    }
    const left = this.operand()
    if (left === undefined) return undefined
    const operator = this.#operator('==', '!=', '=~', '!~')
    if (operator === undefined) return left !== null && left !== ''
    if (operator === '=~' || operator === '!~') {
      const pattern = this.tokens[this.#at]
      if (pattern?.kind !== 'pattern' && pattern?.kind !== 'variable') return undefined
      this.#at += 1
      return matches(left, pattern, this.variables, this.patterns) === (operator === '=~')
    }
    const right = this.operand()
    return right === undefined ? undefined : (left === right) === (operator === '==')
  }

  operand(): Value | undefined {
    const token = this.tokens[this.#at]
    if (token === undefined || token.kind === 'operator' || token.kind === 'pattern') return undefined
    this.#at += 1
    if (token.kind === 'string') return token.value
    return token.kind === 'null' ? null : (variableIn(this.variables, token.name) ?? null)
  }
}

/** The truth of an `if:` expression; undefined where it is malformed. */
export const evaluateExpression = (
  expression: string,
  variables: Variables,
  patterns: Patterns,
): boolean | undefined => {
  const found = tokens(expression)
  if (found === undefined || found.length === 0) return undefined
  const parser = new Parser(found, variables, patterns)
  const truth = parser.either()
  return parser.done ? truth : undefined
}

const NAMED = /\$(?:\$|\{(\w+)\}|(\w+))/g

/** Variables may refer to variables; beyond this depth they are empty. */
const DEEPEST_EXPANSION = 10
const MAX_EXPANSION_LENGTH = 10_000

/** Expanded variables at some depth, each computed once. */
type Known = Map<string, string>

const expandedValue = (name: string, variables: Variables, depth: number, known: Known): string => {
  const value = variableIn(variables, name) ?? ''
  if (!value.includes('$')) return value
  if (depth >= DEEPEST_EXPANSION) return ''
  const key = `${depth} ${name}`
  const found = known.get(key) ?? expandAt(value, variables, depth + 1, known)
  known.set(key, found)
  return found
}

/** What stands for a missing variable. */
type Missing = (whole: string) => string

const EMPTY: Missing = () => ''

/** Stops as soon as the text is longer than permitted. */
const expandAt = (text: string, variables: Variables, depth: number, known: Known, missing = EMPTY): string => {
  const parts: Array<string> = []
  let length = 0
  let from = 0
  const add = (part: string): void => {
    parts.push(part)
    length += part.length
  }
  for (const { index, 0: whole, 1: braced, 2: bare } of text.matchAll(NAMED)) {
    add(text.slice(from, index))
    const name = braced ?? bare ?? ''
    if (whole === '$$') add('$')
    else add(variableIn(variables, name) === undefined ? missing(whole) : expandedValue(name, variables, depth, known))
    from = index + whole.length
    if (length >= MAX_EXPANSION_LENGTH) break
  }
  add(text.slice(from))
  return parts.join('').slice(0, MAX_EXPANSION_LENGTH)
}

/** Expands `$NAME` and `${NAME}`, also within values; missing variables are empty, `$$` is one dollar sign. */
export const expand = (text: string, variables: Variables): string => expandAt(text, variables, 0, new Map())

/** As `expand`, but missing variables stay as they are written. */
export const expandKnown = (text: string, variables: Variables): string =>
  expandAt(text, variables, 0, new Map(), (whole) => whole)
