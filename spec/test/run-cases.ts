import type { Case } from '@forgefold/spec/laws'
import { describe, it } from 'vitest'

/** Hands law cases to the test runner. What an adapter cannot offer is said with its reason; it is no skipped test, because nothing could ever run it. */
export const runCases = (title: string, cases: ReadonlyArray<Case>): void => {
  const reasons = new Set(cases.flatMap(({ skip }) => (skip === undefined ? [] : [skip])))
  for (const reason of reasons) console.info(`${title} is exempt from laws that need ${reason}`)
  describe(title, () => {
    for (const { name, skip, run } of cases) if (skip === undefined) it(name, run)
  })
}
