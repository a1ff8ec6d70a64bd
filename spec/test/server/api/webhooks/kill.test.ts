import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Served, serveFolder } from '@forgefold/spec/git'
import { expect, it } from 'vitest'

it('are told once more, with the same id, after a kill between the answer and the note of it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'forgefold-webhook-kill-'))
  await mkdir(join(folder, 'data'))
  const heard: Array<{ readonly id: string | undefined; readonly title: string | undefined }> = []
  let server: Served | undefined
  let killed: Promise<void> | undefined
  const idOf = ({ headers }: IncomingMessage) => headers['x-gitlab-event-uuid'] as string | undefined
  const receiver = createServer((request, response) => {
    const chunks: Array<Buffer> = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = JSON.parse(Buffer.concat(chunks).toString()) as { commits: ReadonlyArray<{ title: string }> }
      heard.push({ id: idOf(request), title: body.commits[0]?.title })
      // It has heard everything, and the server dies before it can note so.
      killed ??= server?.kill().then(() => void response.end())
      if (heard.length > 1) response.end()
    })
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`
  try {
    server = await serveFolder(join(folder, 'data'))
    await server.api('PUT', '/application/settings', { allow_local_requests_from_web_hooks_and_services: true })
    await server.api('POST', '/projects', { name: 'p', path: 'p', initialize_with_readme: true })
    expect((await server.api('POST', '/projects/1/hooks', { url })).status).toBe(201)
    const commit = (title: string) => ({
      branch: 'main',
      commit_message: title,
      actions: [{ action: 'create', file_path: title, content: title }],
    })
    await server.api('POST', '/projects/1/repository/commits', commit('One')).catch(() => undefined)
    await expect.poll(() => killed !== undefined).toBe(true)
    await killed
    server = await serveFolder(join(folder, 'data'))
    await server.api('POST', '/projects/1/repository/commits', commit('Two'))
    await expect.poll(() => heard.length).toBeGreaterThanOrEqual(3)
    expect(heard.map(({ title }) => title)).toEqual(['One', 'One', 'Two'])
    expect(heard[1]?.id).toBe(heard[0]?.id)
    expect(heard[2]?.id).not.toBe(heard[0]?.id)
  } finally {
    await server?.kill()
    receiver.closeAllConnections()
    await new Promise((resolve) => receiver.close(resolve))
    await rm(folder, { recursive: true, force: true })
  }
})
