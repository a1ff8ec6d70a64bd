import type { Case } from '@forgefold/spec/laws'
import { describe, it } from 'vitest'

/**
 * Hands law cases to the test runner. What an adapter cannot offer is said with its reason; it is no skipped test, because nothing could ever run it.
 * Cases that mostly wait, each in a place of its own, run several at a time.
 */
export const runCases = (title: string, cases: ReadonlyArray<Case>, { together = false } = {}): void => {
  const reasons = new Set(cases.flatMap(({ skip }) => (skip === undefined ? [] : [skip])))
  for (const reason of reasons) console.info(`${title} is exempt from laws that need ${reason}`)
  describe(title, { concurrent: together }, () => {
    for (const { name, skip, run } of cases) if (skip === undefined) it(name, run)
  })
}
