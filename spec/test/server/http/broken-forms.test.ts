import { openTestInstance, type TestInstance } from '@forgefold/spec/instance'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const part = (head: string, value: string): string =>
  `--x\r\nContent-Disposition: form-data; ${head}\r\n\r\n${value}\r\n`

const FORM = `${[
  part('name="title"', 'one'),
  part('name="name"', 'one'),
  part('name="version"', '1.0'),
  part('name="file"; filename="a.txt"', 'the bytes'),
  part('name="content"; filename="a.tar.gz"', 'the bytes'),
  part('name="other"\r\nContent-Type: application/octet-stream', 'the bytes'),
].join('')}--x--`

describe('a multipart form that ends before its end', () => {
  let instance: TestInstance
  let project: number
  beforeAll(async () => {
    instance = await openTestInstance()
    const made = await instance.ask('POST', '/api/v4/projects', { as: instance.root, json: { name: 'forms' } })
    project = (made.json as { readonly id: number }).id
  })
  afterAll(() => instance.close())

  const send = async (path: string, form: string): Promise<number> => {
    const headers = { 'content-type': 'multipart/form-data; boundary=x' }
    const asked = { as: instance.root, headers, bytes: Buffer.from(form) }
    return (await instance.ask('POST', `/api/v4${path}`, asked)).status
  }

  it.each(['/projects/:id/uploads', '/projects/:id/packages/pypi', '/projects/:id/issues'])(
    'is refused by POST %s as a bad request, wherever it ends',
    async (route) => {
      const path = route.replace(':id', String(project))
      for (let length = 0; length < FORM.length; length++)
        expect([length, await send(path, FORM.slice(0, length))]).toEqual([length, 400])
      expect(await send(path, `${FORM}\r\n`)).toBeLessThan(500)
    },
  )
})
