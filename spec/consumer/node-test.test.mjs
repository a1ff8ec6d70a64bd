// #region fixture
import assert from 'node:assert/strict'
import { testWithForge } from '@forgefold/testing/node-test'

const test = testWithForge({ port: false })

test('root is there', async ({ forge }) => {
  const response = await forge.as('root').fetch('/api/v4/user')
  assert.equal((await response.json()).username, 'root')
})
// #endregion fixture

test('a test takes the options of the runner', { timeout: 30_000 }, async ({ forge }, { name }) => {
  assert.equal(name, 'a test takes the options of the runner')
  assert.ok(forge.tokens.root)
})

// biome-ignore lint/suspicious/noSkippedTests: the runner skips it where the fixture passes that on, which a test of this program counts
test.skip('a test that is skipped starts no forge', () => {
  assert.fail('it was run')
})

test.todo('a test that is still to be written')

// It is run, and its failure does not count.
test.todo('a test that still fails', ({ forge }) => {
  assert.equal(forge.url, 'not yet')
})
