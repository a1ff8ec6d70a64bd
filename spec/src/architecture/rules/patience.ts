import type { Finding, Rule } from '../finding.js'
import { isTest } from '../house.js'

/** What a busy machine may need for what takes no time on another, in milliseconds. */
const PATIENT = 60_000

const milliseconds = (digits: string): number => Number(digits.replaceAll('_', ''))

/** The text of a call from its opening bracket to the closing one. */
const callAt = (text: string, from: number): string => {
  let depth = 0
  for (let at = from; at < text.length; at++) {
    if (text[at] === '(') depth++
    if (text[at] === ')' && --depth === 0) return text.slice(from, at + 1)
  }
  return text.slice(from)
}

const WAITS = /\b(?:vi\.waitUntil|vi\.waitFor|\.poll)\(/g
const LAST_TIME = /(?:timeout: |,\s+)([\d_]+)(?: \}|, interval: \d+ \})?,?\s*\)$/

/** Where waits for a condition begin that end too soon. */
const hastyWaits = (text: string): ReadonlyArray<number> =>
  [...text.matchAll(WAITS)].flatMap(({ 0: name, index }) => {
    const time = LAST_TIME.exec(callAt(text, index + name.length - 1))?.[1]
    // How long `expect.poll` waits by itself stands in the configuration.
    const patience = time === undefined ? (name === '.poll(' ? PATIENT : 0) : milliseconds(time)
    return patience < PATIENT ? [text.slice(0, index).split('\n').length] : []
  })

/** The tests of the rules quote what is refused. */
const EXAMPLES = 'spec/test/spec/architecture/'

const BEGINS_TEST = /^(it|test|describe|(before|after)(All|Each))\b/

/** Whether a call that ends in this line is one of a test or of a hook. */
const isOfTest = (lines: ReadonlyArray<string>, end: number, indent: string): boolean => {
  for (let at = end - 1; at >= 0; at--) {
    const line = lines[at] ?? ''
    if (line.startsWith(indent) && /^[a-z]/.test(line.slice(indent.length)))
      return BEGINS_TEST.test(line.slice(indent.length))
  }
  return false
}

const OWN_TIME = /\b(?:test|hook)Timeout: ([\d_]+)|^ *(?:it|test|describe)\b.*\{ timeout: ([\d_]+) \}/

/** Lines in which tests and hooks set a time for themselves that is too short. */
const hastyTests = (text: string): ReadonlyArray<number> => {
  const lines = text.split('\n')
  return lines.flatMap((line, at) => {
    const [, indent, last] = /^( *)\}, ([\d_]+)\)$/.exec(line) ?? []
    const [, set, option] = OWN_TIME.exec(line) ?? []
    const time = indent !== undefined && isOfTest(lines, at, indent) ? last : (set ?? option)
    return time !== undefined && milliseconds(time) < PATIENT ? [at + 1] : []
  })
}

/** No test fails because the machine has other things to do: tests, hooks and waits have a minute at least. */
export const patience: Rule = (house) => {
  const findings: Array<Finding> = []
  for (const path of house.modules.keys()) {
    if (!isTest(path) || path.startsWith(EXAMPLES)) continue
    const text = house.files.get(path) ?? ''
    for (const line of [...hastyWaits(text), ...hastyTests(text)])
      findings.push({
        grade: 'error',
        path,
        line,
        message: 'a test waits a minute at least: expect.poll without a time, vi.waitUntil and vi.waitFor with 60_000',
      })
  }
  return findings
}
