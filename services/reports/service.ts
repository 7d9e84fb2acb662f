import type { Service } from '../../kernel/service.ts'

/** The paths of cost reports: whoever asks there is asked who it is, whether there is something or not. */
export const reports: Service = {
  name: 'reports',
  access: {
    prefixes: {
      '/sdac': 'api',
      '/ai/sdac': 'api',
      '/ingestion': 'api',
      '/jobs': 'api',
      '/api/dashboard': 'api',
      '/api/ingestors': 'api',
      '/widget': 'open',
      '/widget/api': 'frame',
    },
  },
  tag: { name: 'cost-reports', description: 'Review of cost reports.' },
}
