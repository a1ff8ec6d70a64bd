import { openTestInstance } from '@forgefold/spec/instance'
import { expect, it } from 'vitest'

const read = async (release: '15.1' | '15.4' | '15.5' | '15.6', tier: 'free' | 'premium' = 'premium') => {
  const world = await openTestInstance({ release, tier })
  try {
    const ask = (path: string) => world.ask('GET', `/api/v4${path}`, { as: world.root })
    return { version: await ask('/version'), metadata: await ask('/metadata') }
  } finally {
    await world.close()
  }
}
const kas = { enabled: false, externalUrl: null, version: null }

it('tells version and revision alone before 15.5', async () => {
  const { version, metadata } = await read('15.4')
  expect(version.json).toEqual({ version: '15.4.0-ee', revision: 'forgefold' })
  expect(metadata.json).toEqual({ version: '15.4.0-ee', revision: 'forgefold', kas })
  expect((await read('15.1')).metadata.status).toBe(404)
})

it('answers the version like the metadata from 15.5', async () => {
  const { version, metadata } = await read('15.5')
  expect(version.json).toEqual({ version: '15.5.0-ee', revision: 'forgefold', kas })
  expect(metadata.json).toEqual(version.json)
})

it('tells from 15.6 whether the instance has another tier than free', async () => {
  const { version, metadata } = await read('15.6')
  expect(version.json).toEqual({ version: '15.6.0-ee', revision: 'forgefold', kas, enterprise: true })
  expect(metadata.json).toEqual(version.json)
  const free = await read('15.6', 'free')
  expect(free.version.json).toEqual({ version: '15.6.0', revision: 'forgefold', kas, enterprise: false })
  expect(free.metadata.json).toEqual(free.version.json)
})
