import { eventCatalogues } from '@forgefold/server/composition'
import { everyAggregate } from '@forgefold/spec/golden-data'
import { describe, expect, it } from 'vitest'

describe('the catalogues that read a history', () => {
  it('are those of every aggregate', async () => {
    expect([...eventCatalogues.keys()].sort()).toEqual([...(await everyAggregate()).keys()].sort())
  })
})
