import { databaseKinds } from '../../../tests/support/databases.ts'
import { searchContract } from '../contract/contract.ts'
import { openOn } from './azure.fixture.ts'
import { startFakeService } from './fake-service.fixture.ts'

for (const { kind, create } of databaseKinds)
  searchContract(`Azure AI Search (fake), arbitrated by ${kind}`, async () => {
    const fake = await startFakeService()
    const store = await create()
    const search = await openOn(fake, await store.open(), { graceMs: 20 })
    return {
      search,
      async dispose() {
        await search.close()
        await store.dispose()
        await fake.close()
      },
    }
  })
