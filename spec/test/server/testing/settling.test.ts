import { MemoryHistory } from '@forgefold/adapters/memory'
import { demoSeed, startForge } from '@forgefold/server/testing'
import { afterEach, expect, it, vi } from 'vitest'

afterEach(() => vi.restoreAllMocks())

/** Some thirty reactors read the history after a write; while they waited for git, it was read a million times. */
it('waits for reactors that wait for git without reading the history at each turn', async () => {
  const pages = vi.spyOn(MemoryHistory.prototype, 'page')
  const appends = vi.spyOn(MemoryHistory.prototype, 'append')
  const forge = await startForge({ seed: demoSeed(), port: false })
  await forge.close()
  expect(pages.mock.calls.length).toBeLessThan(40 * appends.mock.calls.length)
})
