import { join } from 'node:path'
import { describedDeclarationsOf } from './declarations.js'
import { builtAt, finderIn, manifestAt, type REPORTED } from './report.js'

/** A name that a package shows to those who install it. */
export interface PublicName {
  readonly name: string
  /** Where it is imported from. */
  readonly from: string
  readonly words: string
  /** What is written of it, without the example. */
  readonly summary: string
  /** The example as a whole program. */
  readonly example: string | undefined
}

/** An example with the two imports that docstrings leave out: the function itself and `assert`. */
const wholeExample = (code: string, name: string, from: string): string => {
  const isImported = new RegExp(`import \\{[^}]*\\b${name}\\b`).test(code)
  const own = isImported ? '' : `import { ${name} } from '${from}'\n`
  const isAsserted = /\bassert\b/.test(code) && !code.includes('import assert ')
  const assert = isAsserted ? "import assert from 'node:assert/strict'\n" : ''
  const imports = `${assert}${own}`
  return imports === '' ? code : `${imports}${code}`.replace(/((?:^import .*\n)+)(?!\n)/, '$1\n')
}

/** Every name that a package shows, each once: at the first entry point that has it. */
export const publicNames = (root: string, home: (typeof REPORTED)[number]): ReadonlyArray<PublicName> => {
  const folder = join(root, home)
  const { name: packageName, exports } = manifestAt(folder)
  const find = finderIn(root)
  const known = new Set<string>()
  return Object.entries(exports)
    .filter(([entry]) => !entry.includes('*'))
    .flatMap(([entry, { types }]) => {
      const from = `${packageName}${entry.slice(1)}`
      return [...describedDeclarationsOf(builtAt(folder, types), find)]
        .sort(([one], [other]) => (one < other ? -1 : 1))
        .flatMap(([name, { words, doc }]) => {
          const key = `${name} ${words}`
          if (known.has(key)) return []
          known.add(key)
          const [summary = '', code] = doc.split(/^@example\b/m)
          const example = code === undefined ? undefined : wholeExample(code.trim(), name, from)
          return [{ name, from, words, summary: summary.trim(), example }]
        })
    })
}

const FUNCTION = /^declare const \w+: (?:<[^(]*>)?\(/

/** Those that are functions. */
export const publicFunctions = (root: string, home: (typeof REPORTED)[number]): ReadonlyArray<PublicName> =>
  publicNames(root, home).filter(({ words }) => FUNCTION.test(words))
