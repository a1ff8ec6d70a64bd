import { makeMemoryEventStore } from '@forgefold/adapters/memory'
import { createForgefold } from '@forgefold/server'
import { openTestInstance } from '@forgefold/spec/instance'
import { describe, expect, it } from 'vitest'

const instance = { externalUrl: 'http://forge.test', tier: 'ultimate', release: '15.3' } as const

describe('what an instance is made with', () => {
  it.each([
    [{ release: '17.9' }, "there is no API release '17.9'; there are 14.0, 14.1"],
    [{ tier: 'gold' as never }, "there is no tier 'gold'; there are free, premium, ultimate"],
    [{ externalUrl: 'forge' }, "the external URL is none: 'forge'"],
  ])('is refused where it is %j', async (wrong, words) => {
    await expect(createForgefold({ instance: { ...instance, ...wrong } })).rejects.toThrow(words)
  })
  it('may be ports of the caller, who closes them', async () => {
    const events = makeMemoryEventStore()
    const made: Array<string> = []
    const uuid = (): string => {
      made.push('id')
      return `request-${made.length}`
    }
    const forge = await openTestInstance({ more: { eventStore: 'memory', ports: { events } } })
    const ids = { ...forge.forge.ids, uuid }
    await forge.close()
    const kept = await events.readAll({ limit: 1 })
    expect(kept).toMatchObject({ kind: 'Read', events: [{ revision: 0 }] })
    const again = await createForgefold({ instance, ports: { events, ids } })
    expect(again.forge.ids.uuid()).toBe('request-1')
    await again.close()
    await events.close()
  })
})
