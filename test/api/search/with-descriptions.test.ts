import { describe, expect, test } from '@jest/globals';
import { refuseDescriptions } from '../../../api/search/with-descriptions.js';

describe('descriptions in lists', () => {
  const asks = (caller: { keyId: string | null; descriptions: boolean }, form?: 'text') => () =>
    refuseDescriptions({ plan: 'basic', ...caller }, form);

  test('are for plans that grant them', () => {
    expect(asks({ keyId: 'key_1', descriptions: true }, 'text')).not.toThrow();
    expect(asks({ keyId: null, descriptions: false })).not.toThrow();
  });

  test('are refused to others, saying why', () => {
    expect(asks({ keyId: 'key_1', descriptions: false }, 'text')).toThrow('are not part of the plan basic');
    expect(asks({ keyId: null, descriptions: false }, 'text')).toThrow('need an API key');
  });
});
