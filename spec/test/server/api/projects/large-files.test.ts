import { openTestInstance, type TestInstance } from '@forgefold/spec/instance'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const MOST = 10 * 1024 * 1024

describe('files larger than what is answered within JSON', () => {
  let instance: TestInstance
  let base: string
  const get = (path: string, query = 'ref=main') => instance.ask('GET', base + path, { as: instance.root, query })
  beforeAll(async () => {
    instance = await openTestInstance()
    const made = await instance.ask('POST', '/api/v4/projects', { as: instance.root, json: { name: 'p' } })
    base = `/api/v4/projects/${(made.json as { readonly id: number }).id}/repository`
    const actions = [
      { action: 'create', file_path: 'large.txt', content: 'x'.repeat(MOST + 1) },
      { action: 'create', file_path: 'whole.txt', content: 'y'.repeat(MOST) },
    ]
    const json = { branch: 'main', commit_message: 'Large', actions }
    expect((await instance.ask('POST', `${base}/commits`, { as: instance.root, json })).status).toBe(201)
  })
  afterAll(() => instance.close())

  const blobOf = async (name: string): Promise<string> => {
    const tree = (await get('/tree')).json as ReadonlyArray<{ readonly id: string; readonly name: string }>
    return tree.find((entry) => entry.name === name)?.id ?? ''
  }

  it('are refused there, and streamed raw', async () => {
    expect((await get('/files/large.txt')).status).toBe(413)
    expect((await get('/files/large.txt/blame')).status).toBe(413)
    expect((await get(`/blobs/${await blobOf('large.txt')}`)).status).toBe(413)
    expect((await get('/files/large.txt/raw')).text.length).toBe(MOST + 1)
    expect((await get(`/blobs/${await blobOf('large.txt')}/raw`)).text.length).toBe(MOST + 1)
  })

  it('are answered up to that size', async () => {
    const answer = await get('/files/whole.txt')
    expect([answer.status, (answer.json as { readonly size: number }).size]).toEqual([200, MOST])
    expect((await get(`/blobs/${await blobOf('whole.txt')}`)).status).toBe(200)
  })

  describe('the blame of a file', () => {
    const write = async (action: 'create' | 'update', path: string, content: string, message = 'Lines') => {
      const json = { branch: 'main', commit_message: message, actions: [{ action, file_path: path, content }] }
      expect((await instance.ask('POST', `${base}/commits`, { as: instance.root, json })).status).toBe(201)
    }

    it('of very many lines is refused before git begins, and a part of it answered', async () => {
      await write('create', 'lines.txt', 'a\n'.repeat(300_001))
      expect((await get('/files/lines.txt/blame')).status).toBe(413)
      const part = await get('/files/lines.txt/blame', 'ref=main&range[start]=1&range[end]=2')
      expect((part.json as ReadonlyArray<{ lines: unknown }>).map(({ lines }) => lines)).toEqual([['a', 'a']])
    })

    it('is refused where it repeats a long message too often', async () => {
      await write('create', 'message.txt', 'a\n'.repeat(100))
      await write('update', 'message.txt', 'b\na\n'.repeat(100), 'm'.repeat(1024 * 1024))
      expect((await get('/files/message.txt/blame')).status).toBe(413)
      const part = await get('/files/message.txt/blame', 'ref=main&range[start]=1&range[end]=3')
      expect((part.json as ReadonlyArray<{ lines: unknown }>).map(({ lines }) => lines)).toEqual([['b'], ['a'], ['b']])
    })
  })
})
