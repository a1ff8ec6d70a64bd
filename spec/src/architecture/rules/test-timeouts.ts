import type { Finding, Rule } from '../finding.js'
import { isTest } from '../workspace.js'

/** The shortest timeout of a test or a wait, in milliseconds: a busy machine may need it. */
const MIN_TEST_TIMEOUT_MS = 60_000

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
const LAST_ARGUMENT_MS = /(?:timeout: |,\s+)([\d_]+)(?: \}|, interval: \d+ \})?,?\s*\)$/

/** Lines of waits for a condition whose timeout is too short. */
const shortWaits = (text: string): ReadonlyArray<number> =>
  [...text.matchAll(WAITS)].flatMap(({ 0: name, index }) => {
    const time = LAST_ARGUMENT_MS.exec(callAt(text, index + name.length - 1))?.[1]
    // How long `expect.poll` waits by itself stands in the configuration.
    const timeout = time === undefined ? (name === '.poll(' ? MIN_TEST_TIMEOUT_MS : 0) : milliseconds(time)
    return timeout < MIN_TEST_TIMEOUT_MS ? [text.slice(0, index).split('\n').length] : []
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

const TIMEOUT_OPTION = /\b(?:test|hook)Timeout: ([\d_]+)|^ *(?:it|test|describe)\b.*\{ timeout: ([\d_]+) \}/

/** Lines in which tests and hooks set a timeout that is too short. */
const shortTestTimeouts = (text: string): ReadonlyArray<number> => {
  const lines = text.split('\n')
  return lines.flatMap((line, at) => {
    const [, indent, last] = /^( *)\}, ([\d_]+)\)$/.exec(line) ?? []
    const [, set, option] = TIMEOUT_OPTION.exec(line) ?? []
    const time = indent !== undefined && isOfTest(lines, at, indent) ? last : (set ?? option)
    return time !== undefined && milliseconds(time) < MIN_TEST_TIMEOUT_MS ? [at + 1] : []
  })
}

/** No test fails because the machine has other things to do: tests, hooks and waits have a minute at least. */
export const testTimeouts: Rule = (workspace) => {
  const findings: Array<Finding> = []
  for (const path of workspace.sources.keys()) {
    if (!isTest(path) || path.startsWith(EXAMPLES)) continue
    const text = workspace.files.get(path) ?? ''
    for (const line of [...shortWaits(text), ...shortTestTimeouts(text)])
      findings.push({
        grade: 'error',
        path,
        line,
        message: 'a test waits a minute at least: expect.poll without a time, vi.waitUntil and vi.waitFor with 60_000',
      })
  }
  return findings
}
