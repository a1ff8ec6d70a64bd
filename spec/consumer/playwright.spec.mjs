// #region fixture
import { testWithForge } from '@forgefold/testing/playwright'
import { expect } from '@playwright/test'

const test = testWithForge({ settings: { signup_enabled: true } })

test('root is there', async ({ forge, request }) => {
  const response = await request.get('/api/v4/user', { headers: { 'private-token': forge.tokens.root } })
  expect((await response.json()).username).toBe('root')
})
// #endregion fixture
