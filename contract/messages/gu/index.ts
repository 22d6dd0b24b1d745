export * from '#contract/messages/en/index.ts'
