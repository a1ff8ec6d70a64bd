export * from '@forgefold/server/testing'
