import { describe, it } from 'vitest'

export const runLaws = (title, cases) =>
  describe(title, () => {
    for (const { name, skip, run } of cases) {
      if (skip === undefined) it(name, run)
      else it.skip(`${name} (${skip})`, run)
    }
  })
