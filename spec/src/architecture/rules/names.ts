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

const LIMIT = 300
const AIM = 200

/** A file fits in a head: 300 lines at most, 200 aimed at. Tests may be longer. */
export const sizes: Rule = (house) => {
  const findings: Array<Finding> = []
  for (const path of house.modules.keys()) {
    if (isTest(path)) continue
    const lines = (house.files.get(path) ?? '').trimEnd().split('\n').length
    if (lines > LIMIT) findings.push({ grade: 'error', path, message: `${lines} lines; at most ${LIMIT}` })
    else if (lines > AIM) findings.push({ grade: 'note', path, message: `${lines} lines; aim at ${AIM}` })
  }
  return findings
}
