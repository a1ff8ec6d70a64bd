import { startForge } from '@forgefold/server/testing'

/** The OpenAPI description that Forgefold gives of itself. */
export const openApiOf = async (): Promise<string> => {
  const forge = await startForge({ port: false })
  try {
    return await (await forge.fetch('/api/v4/openapi.json')).text()
  } finally {
    await forge.close()
  }
}
