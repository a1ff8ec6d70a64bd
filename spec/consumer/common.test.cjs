const assert = require('node:assert/strict')
const { test } = require('node:test')
const { deployment } = require('@forgefold/core/deployment')
const { createForgefold } = require('@forgefold/server')
const { startForge } = require('@forgefold/testing')

test('CommonJS takes the packages with require', async () => {
  assert.equal(deployment.category, 'deployment')
  assert.equal(typeof createForgefold, 'function')
  const forge = await startForge({ port: false })
  assert.equal((await (await forge.as('root').fetch('/api/v4/user')).json()).username, 'root')
  await forge.close()
})
