import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { after, before, test } from 'node:test'
import { createForge, nodeListener } from '@forgefold/server'
import express from 'express'
import fastify from 'fastify'
import { Hono } from 'hono'

let forge
before(async () => {
  // #region start
  forge = await createForge()
  await forge.useCases.user.createFirstAdministrator({ password: 'Correct-horse-9', token: 'a-token-of-root' })
  // #endregion
})
after(() => forge.close())

/** A user is found, a form is read by the forge itself, and a page of one's own stays one's own. */
const tryOut = async (ask) => {
  assert.equal((await (await ask('/api/v4/users?username=root')).json())[0].username, 'root')
  const body = new URLSearchParams({ grant_type: 'password', username: 'root', password: 'wrong' })
  const refused = await ask('/oauth/token', { method: 'POST', body })
  assert.match((await refused.json()).error, /^invalid_/)
  assert.equal(await (await ask('/own')).text(), 'my own page')
}

const over = (url) => (path, init) => fetch(`${url}${path}`, init)

test('Express', async () => {
  // #region express
  const app = express()
  app.get('/own', (_request, response) => response.send('my own page'))
  app.use(nodeListener(forge.fetch))
  // #endregion
  const server = createServer(app).listen(0, '127.0.0.1')
  await once(server, 'listening')
  await tryOut(over(`http://127.0.0.1:${server.address().port}`))
  server.close()
})

test('Fastify', async () => {
  // #region fastify
  const app = fastify()
  app.get('/own', async () => 'my own page')
  app.register((mounted, _options, ready) => {
    // The forge reads bodies itself.
    mounted.removeAllContentTypeParsers()
    mounted.addContentTypeParser('*', (_request, _payload, done) => done(null))
    mounted.all('/*', async (request, reply) => {
      reply.hijack()
      await nodeListener(forge.fetch)(request.raw, reply.raw)
    })
    ready()
  })
  // #endregion
  await tryOut(over(await app.listen({ port: 0, host: '127.0.0.1' })))
  await app.close()
})

test('Hono', async () => {
  // #region hono
  const app = new Hono()
  app.get('/own', (context) => context.text('my own page'))
  app.all('*', (context) => forge.fetch(context.req.raw))
  // #endregion
  await tryOut((path, init) => app.request(path, init))
})

test('an API route of Next', async () => {
  const { default: handler } = await import('./next-pages-api.mjs')
  const own = await globalThis.forge
  await own.useCases.user.createFirstAdministrator({ password: undefined, token: undefined })
  const server = createServer((request, response) =>
    request.url === '/own' ? response.end('my own page') : handler(request, response),
  ).listen(0, '127.0.0.1')
  await once(server, 'listening')
  await tryOut(over(`http://127.0.0.1:${server.address().port}`))
  server.close()
  await own.close()
  globalThis.forge = undefined
})

test('a route handler of Next', async () => {
  const route = await import('./next-route.mjs')
  const own = await globalThis.forge
  await own.useCases.user.createFirstAdministrator({ password: undefined, token: undefined })
  const pages = { '/own': () => new Response('my own page') }
  await tryOut((path, init) => {
    const request = new Request(`http://localhost${path}`, init)
    return (pages[path] ?? route[request.method])(request)
  })
  await own.close()
})
