// #region fixture
import assert from 'node:assert/strict'
import { testWithForge } from '@forgefold/testing/node-test'

const test = testWithForge({ port: false })

test('root is there', async ({ forge }) => {
  const response = await forge.as('root').fetch('/api/v4/user')
  assert.equal((await response.json()).username, 'root')
})
// #endregion fixture
