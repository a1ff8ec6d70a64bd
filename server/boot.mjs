import { createFirstAdministrator } from '@forgefold/core/domains/user'
import { asFetch, createForgefold } from '@forgefold/server'

const t0 = performance.now()
const f = await createForgefold({
  instance: { externalUrl: 'http://x', tier: 'ultimate', release: '15.3' },
  onDefect: (e, w) => console.error('DEFECT', w, e),
})
console.log('up', performance.now() - t0)
const fetch_ = asFetch(f.handler)
const id = f.forge.ids.commandId()
const first = await createFirstAdministrator({
  context: { id, at: f.forge.clock.now(), actor: 'system:x', correlationId: id },
  password: 'secret-password-1',
  token: 'root-token-12345678901',
})(f.forge)()
console.log(JSON.stringify(first))
const call = async (m, p, o = {}) => {
  const r = await fetch_(new Request('http://x' + p, { method: m, ...o }))
  const t = await r.text()
  console.log(m, p, r.status, t.slice(0, 300))
  return t && r.headers.get('content-type')?.includes('json') ? JSON.parse(t) : t
}
const H = { 'PRIVATE-TOKEN': 'root-token-12345678901' }
await call('GET', '/api/v4/user', { headers: H })
await call('GET', '/api/v4/applications', { headers: H })
const app = await call('POST', '/api/v4/applications', {
  headers: { ...H, 'content-type': 'application/json' },
  body: JSON.stringify({ name: 'a', redirect_uri: 'http://localhost/cb', scopes: 'api read_user' }),
})
const t = await call('POST', '/oauth/token', {
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  body: 'grant_type=password&username=root&password=secret-password-1',
})
await call('GET', '/oauth/token/info', { headers: { authorization: 'Bearer ' + t.access_token } })
await call('GET', '/api/v4/applications', { headers: { authorization: 'Bearer ' + t.access_token } })
await call('POST', '/oauth/revoke', {
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  body: 'token=' + t.access_token,
})
await call('GET', '/api/v4/applications', { headers: { authorization: 'Bearer ' + t.access_token } })
await call('GET', '/.well-known/openid-configuration')
await call('POST', '/oauth/token', {
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  body:
    'grant_type=authorization_code&code=x&redirect_uri=y&client_id=' +
    app.application_id +
    '&client_secret=' +
    app.secret,
})
await f.close()
