import type { Finding, Rule } from '../finding.js'
import { isTest } from '../house.js'

const BANNED = new Set([
  'utils',
  'util',
  'helpers',
  'helper',
  'common',
  'misc',
  'types',
  'manager',
  'service',
  'services',
])
const BANNED_ENDINGS = /-(utils?|helpers?|misc|manager)$/
const FILE = /^[a-z0-9]+(-[a-z0-9]+)*(\.(test|law|storm))?\.ts$/
const FOLDER = /^[a-z0-9]+(-[a-z0-9]+)*$/

/** Files and folders are named in kebab case, by what they hold. */
export const names: Rule = (house) => {
  const findings: Array<Finding> = []
  const seen = new Set<string>()
  for (const path of house.modules.keys()) {
    const parts = path.split('/')
    parts.forEach((part, index) => {
      const upTo = parts.slice(0, index + 1).join('/')
      if (seen.has(upTo)) return
      seen.add(upTo)
      const last = index === parts.length - 1
      const bare = last ? part.replace(/(\.\w+)?\.ts$/, '') : part
      if (BANNED.has(bare) || BANNED_ENDINGS.test(bare))
        findings.push({ grade: 'error', path: upTo, message: `"${bare}" says nothing: name what it holds` })
      if (!(last ? FILE : FOLDER).test(part))
        findings.push({ grade: 'error', path: upTo, message: 'names are lower case with dashes' })
    })
  }
  return findings
}

const LIMIT = 200
/** Of the workspace's own tests, laws and benchmarks. */
const LIMIT_OF_SPEC = 300

/** Longer than the limit, each for a reason. */
const LONGER: Readonly<Record<string, string>> = {
  'server/src/forgefold-verify.ts': 'is run and read without the rest: a verifier in one file needs Node alone',
}

/** A file fits in a head: 200 lines at most in what is published. Tests may be longer. */
export const sizes: Rule = (house) => {
  const findings: Array<Finding> = []
  for (const path of house.modules.keys()) {
    if (isTest(path)) continue
    const lines = (house.files.get(path) ?? '').trimEnd().split('\n').length
    const limit = /^(core|adapters|server)\/src\//.test(path) ? LIMIT : LIMIT_OF_SPEC
    if (lines <= limit || LONGER[path] !== undefined) continue
    findings.push({ grade: 'error', path, message: `${lines} lines; at most ${limit}` })
  }
  return findings
}

const SHORT = 20
const MAY_BE_SHORT =
  /\/(index|events|state|commands|evolve|snapshot|policy|facts|access|queries|lifetime|unique-names|instance-rules|access-levels|reactors|shape|presenter|routes)\.ts$|\/(steps|use-cases|catalogue)\//

/** Files of fewer than 20 lines whose names are none of the domain's or area's rooms. This number may only shrink. */
export const SHORT_FILES = 78

/** A file is worth opening: one of fewer than 20 lines belongs to its neighbour, unless its name is one that is looked for everywhere. */
export const shortFiles: Rule = (house) => {
  const short = [...house.modules.keys()].filter(
    (path) =>
      /^(core|adapters|server)\/src\//.test(path) &&
      !MAY_BE_SHORT.test(path) &&
      (house.files.get(path) ?? '').trimEnd().split('\n').length < SHORT,
  )
  if (short.length <= SHORT_FILES) return []
  const message = `${short.length} files of fewer than ${SHORT} lines, at most ${SHORT_FILES}: merge one into its neighbour`
  return [{ grade: 'error', path: short.at(-1) ?? 'core', message }]
}
