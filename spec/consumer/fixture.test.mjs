// #region fixture
import { testWithForge } from '@forgefold/testing/vitest'
import { expect } from 'vitest'

const test = testWithForge({ port: false })

test('root is there', async ({ forge }) => {
  expect((await (await forge.as('root').fetch('/api/v4/user')).json()).username).toBe('root')
})
// #endregion fixture
