import { growsTooFast, growthOf, LARGE_PIPELINES, MOST_JOBS } from '@forgefold/spec/cost'
import { expect, it } from 'vitest'

it.each(LARGE_PIPELINES)('a pipeline of thousands of $name costs hardly more than its size', (one) => {
  // On a busy machine a measurement may go wrong; what goes through all jobs for each of them goes wrong each time.
  expect([1, 2, 3].every(() => growsTooFast(growthOf(one, MOST_JOBS)))).toBe(false)
})
