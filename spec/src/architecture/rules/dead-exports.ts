import type { Finding, Rule } from '../finding.js'
import { type House, isTest, packageOf } from '../house.js'

const EXPORT = /^export (?:abstract )?(const|function|async function|class|interface|type) (\w+)/

/** How many exports are used by nobody; it may only shrink. */
const BASELINE = 0

/** An index only passes names on. */
const isIndex = (path: string): boolean => path.endsWith('/index.ts')

const PASSES_ON = /^export (?:type )?(?:\*|\{[^}]*\}) from /gm

/** In which files each word stands; what an index passes on does not count, what it says itself does. */
const filesByWord = (house: House): ReadonlyMap<string, ReadonlySet<string>> => {
  const found = new Map<string, Set<string>>()
  for (const path of house.modules.keys()) {
    const text = house.files.get(path) ?? ''
    for (const [word] of (isIndex(path) ? text.replace(PASSES_ON, '') : text).matchAll(/\w+/g)) {
      const files = found.get(word)
      if (files === undefined) found.set(word, new Set([path]))
      else files.add(path)
    }
  }
  return found
}

/** A type that another declaration of its file names is a part of what that file offers. */
const isPartOfSignature = (kind: string, name: string, text: string): boolean =>
  (kind === 'interface' || kind === 'type') && (text.match(new RegExp(`\\b${name}\\b`, 'g')) ?? []).length > 1

/** Every export of the packages that stands in no other file, tests included, and is no part of a signature of its own. */
export const unusedExports = (house: House): ReadonlyArray<Finding> => {
  const words = filesByWord(house)
  const findings: Array<Finding> = []
  for (const path of house.modules.keys()) {
    if (isTest(path) || isIndex(path) || packageOf(path) === 'spec') continue
    for (const [index, text] of (house.files.get(path) ?? '').split('\n').entries()) {
      const [, kind, name] = EXPORT.exec(text) ?? []
      if (kind === undefined || name === undefined || (words.get(name)?.size ?? 0) > 1) continue
      if (isPartOfSignature(kind, name, house.files.get(path) ?? '')) continue
      findings.push({ grade: 'error', path, line: index + 1, message: `${name} is exported and used by no other file` })
    }
  }
  return findings
}

/** Nothing is exported that no other file uses. */
export const deadExports: Rule = (house) => {
  const findings = unusedExports(house)
  return findings.length > BASELINE ? findings : []
}
