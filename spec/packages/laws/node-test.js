import { describe, it } from 'node:test'

export const runLaws = (title, cases) =>
  void describe(title, () => {
    for (const { name, skip, run } of cases) it(name, { skip: skip ?? false }, run)
  })
