import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeOutbox, makeSmtp } from '@forgefold/adapters/mail'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

const MAIL = {
  to: 'ann@example.com',
  subject: 'Grüße\r\nBcc: eve@example.com',
  text: 'Hello Ann,\n.\nwelcome — here.\n',
}
const FROM = 'Forge <noreply@forge.test>'

const bodyOf = (eml: string): string => Buffer.from(eml.split('\r\n\r\n')[1] ?? '', 'base64').toString()

describe('the outbox', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'forgefold-mail-'))
  })
  afterAll(() => rm(folder, { recursive: true }))

  it('keeps each mail as a file of its own that only its owner reads', async () => {
    const outbox = makeOutbox(join(folder, 'outbox'), FROM)
    await outbox.send(MAIL)
    await outbox.send(MAIL)
    const names = await readdir(join(folder, 'outbox'))
    expect(names).toHaveLength(2)
    const [name = ''] = names
    const eml = await readFile(join(folder, 'outbox', name), 'utf8')
    expect((await stat(join(folder, 'outbox', name))).mode & 0o077).toBe(0)
    expect(eml).toContain('To: ann@example.com\r\n')
    expect(eml).toContain('From: Forge <noreply@forge.test>\r\n')
    expect(bodyOf(eml)).toBe(MAIL.text)
  })

  it('lets no header of its own into a subject', async () => {
    const outbox = makeOutbox(join(folder, 'other'), FROM)
    await outbox.send(MAIL)
    const [name = ''] = await readdir(join(folder, 'other'))
    const [head = ''] = (await readFile(join(folder, 'other', name), 'utf8')).split('\r\n\r\n')
    expect(head.split('\r\n').filter((line) => /^bcc/i.test(line))).toEqual([])
    expect(head).toMatch(/^Subject: =\?utf-8\?B\?[A-Za-z0-9+/=]+\?=$/m)
  })
})

const isInstalled = (): boolean => {
  try {
    createRequire(new URL('../../../../adapters/package.json', import.meta.url)).resolve('nodemailer')
    return true
  } catch {
    return false
  }
}

/** A mail server that does with each client what it likes. */
const openUnkind = async (treat: (socket: Socket) => void) => {
  const open = new Set<Socket>()
  const server = createServer((socket) => {
    open.add(socket)
    socket.on('close', () => open.delete(socket))
    socket.on('error', () => undefined)
    socket.resume()
    treat(socket)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const close = (): void => {
    for (const socket of open) socket.destroy()
    server.close()
  }
  return { url: `smtp://user:hush@127.0.0.1:${port}?ignoreTLS=true`, open, close }
}

/** Says something every few milliseconds, until the client is gone. */
const trickling = (socket: Socket, text: string): void => {
  const timer = setInterval(() => socket.write(text), 20)
  socket.on('close', () => clearInterval(timer))
}

/** Answers the greeting and every command, up to the one with which it does something else. */
const until = (socket: Socket, command: string, then: () => void): void => {
  socket.write('220 test\r\n')
  socket.on('data', (chunk) => {
    if (!chunk.toString().startsWith(command)) socket.write('250 yes\r\n')
    else then()
  })
}

const UNKIND: Readonly<Record<string, (socket: Socket) => void>> = {
  'takes the connection and says nothing': () => undefined,
  'greets one byte at a time, for ever': (socket) => trickling(socket, '2'),
  'greets in lines without end': (socket) => trickling(socket, '220-test\r\n'),
  'answers the first command without end': (socket) => until(socket, 'EHLO', () => trickling(socket, '250-X\r\n')),
  'answers the recipient one byte at a time': (socket) => until(socket, 'RCPT', () => trickling(socket, '2')),
  'says nothing after the mail was announced': (socket) => until(socket, 'DATA', () => undefined),
  'leaves where the mail was announced': (socket) => until(socket, 'DATA', () => socket.destroy()),
  'leaves in the middle of the mail': (socket) =>
    until(socket, 'DATA', () => {
      socket.write('354 go on\r\n')
      socket.removeAllListeners('data')
      socket.once('data', () => socket.destroy())
    }),
}

/** A mail server that takes everything and keeps it. */
const openServer = async () => {
  const said: Array<string> = []
  const server = createServer((socket) => {
    let inData = false
    socket.write('220 test\r\n')
    socket.setEncoding('utf8')
    let rest = ''
    socket.on('data', (chunk: string) => {
      rest += chunk
      for (let end = rest.indexOf('\r\n'); end >= 0; end = rest.indexOf('\r\n')) {
        const line = rest.slice(0, end)
        rest = rest.slice(end + 2)
        said.push(line)
        if (inData && line !== '.') continue
        if (inData) inData = false
        if (line === 'DATA') {
          inData = true
          socket.write('354 go on\r\n')
        } else if (line === 'QUIT') socket.end('221 bye\r\n')
        else socket.write('250 yes\r\n')
      }
    })
    socket.on('error', () => undefined)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { url: `smtp://127.0.0.1:${port}?ignoreTLS=true`, said, close: () => server.close() }
}

describe('mail by SMTP', () => {
  it.each(isInstalled() ? ['a mail server'] : [])('reaches %s, to one person and no other', async () => {
    const server = await openServer()
    await makeSmtp(server.url, FROM).send(MAIL)
    server.close()
    expect(server.said.filter((line) => line.startsWith('RCPT'))).toEqual(['RCPT TO:<ann@example.com>'])
    expect(server.said.some((line) => line.startsWith('MAIL FROM:<noreply@forge.test>'))).toBe(true)
    expect(server.said.filter((line) => /^bcc:/i.test(line))).toEqual([])
    expect(server.said.join('\n')).toContain('Hello Ann,')
  })

  it.each(isInstalled() ? ['421 go away\r\n', 'HTTP/1.1 200 OK\r\n\r\n', '\u0000\u00ff\r\n', ''] : [])(
    'rejects where the server says %j and leaves, without telling the credentials',
    async (greeting) => {
      const server = createServer((socket) => {
        socket.on('error', () => undefined)
        socket.end(greeting)
      }).listen(0, '127.0.0.1')
      await once(server, 'listening')
      const { port } = server.address() as AddressInfo
      const failed = await makeSmtp(`smtp://user:hush@127.0.0.1:${port}`, FROM)
        .send(MAIL)
        .catch((error: unknown) => `${String(error)} ${JSON.stringify(error)}`)
      server.close()
      expect(failed).toMatch(/Error/)
      expect(failed).not.toContain('hush')
    },
  )

  it.each(isInstalled() ? Object.keys(UNKIND) : [])(
    'ends in time where the server %s, and leaves no connection',
    async (name) => {
      const server = await openUnkind(UNKIND[name] as (socket: Socket) => void)
      const failed = await makeSmtp(server.url, FROM, 500)
        .send(MAIL)
        .catch((error: unknown) => `${String(error)} ${JSON.stringify(error)}`)
      await vi.waitFor(() => expect(server.open.size).toBe(0), 60_000)
      server.close()
      expect(failed).toMatch(/Error/)
      expect(failed).not.toContain('hush')
    },
  )

  it('rejects where nobody answers, without telling the credentials', async () => {
    const failed = await makeSmtp('smtp://user:hush@127.0.0.1:1', FROM)
      .send(MAIL)
      .catch((error: unknown) => String(error))
    expect(failed).toMatch(/Error/)
    expect(failed).not.toContain('hush')
  })
})
