/**
 * Says of every call that a module makes while it loads that it has no effect, so that a bundler drops what nobody uses: codecs, classes and tables
 * are made by such calls. Statements that are calls stay as they are, because they are there for their effect.
 */
import { parseAst } from 'rolldown/parseAst'

const MARK = '/* @__PURE__ */ '

const LATER = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression', 'MethodDefinition'])

/** The nodes that are evaluated where this one is; of a function that is called at once its body is its own affair. */
const evaluatedIn = (node) =>
  Object.values(node)
    .flat()
    .filter((child) => typeof child?.type === 'string' && !LATER.has(child.type))

const isCall = ({ type }) => type === 'CallExpression' || type === 'NewExpression'

const callsIn = (node) => [...(isCall(node) ? [node.start] : []), ...evaluatedIn(node).flatMap(callsIn)]

const initialValues = ({ declaration, ...statement }) => (declaration ?? statement).declarations ?? []

/** Takes the text of a module, and gives it with the marks. */
export const withPureCalls = (text) => {
  const places = new Set(parseAst(text).body.flatMap(initialValues).flatMap(callsIn))
  let marked = ''
  let from = 0
  for (const place of [...places].sort((one, other) => one - other)) {
    marked += text.slice(from, place) + MARK
    from = place
  }
  return marked + text.slice(from)
}

/** No module of core has an effect while it loads. */
export const coreWithPureCalls = {
  name: 'core with pure calls',
  transform: { filter: { id: /\/core\/dist\/.*\.js$/ }, handler: (text) => ({ code: withPureCalls(text) }) },
}
