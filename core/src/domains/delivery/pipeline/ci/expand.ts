import { type Variables, variableIn } from './expression.js'

const NAMED = /\$(?:\$|\{(\w+)\}|(\w+))/g

/** Variables may stand in variables, but not for ever: deeper down they are nothing. */
const DEEPEST = 10
const LONGEST = 10_000

/** Replaces `$NAME` and `${NAME}`, also in what they stand for; what is not there becomes nothing, `$$` one dollar. */
export const expand = (text: string, variables: Variables, depth = 0): string => {
  const expanded = text.replace(NAMED, (whole, braced: string | undefined, bare: string | undefined) => {
    if (whole === '$$') return '$'
    const value = variableIn(variables, braced ?? bare ?? '') ?? ''
    if (!value.includes('$')) return value
    return depth < DEEPEST ? expand(value, variables, depth + 1) : ''
  })
  return expanded.slice(0, LONGEST)
}
