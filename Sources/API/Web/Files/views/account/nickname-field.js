// The field for a nickname, with a button that suggests one.

import { get } from '../../core/api.js';
import { element } from '../../core/dom.js';
import { text } from '../../core/texts.js';
import { field, showFieldError } from '../../widgets/form.js';
import { whileBusy } from '../../widgets/notice.js';

/** @param {string} value @param {AbortSignal} signal */
export function nicknameField(value, signal) {
  const control = /** @type {HTMLInputElement} */ (element('input', {
    type: 'text', autocomplete: 'nickname', required: true, spellcheck: 'false', value,
  }));
  const made = field('nickname', text('account.nickname'), control, text('account.nicknameRule'));
  const random = element('button', { type: 'button', class: 'small' }, text('account.randomNickname'));
  random.addEventListener('click', () => whileBusy(random, async () => {
    control.value = (await get('/api/nicknames/random', {}, signal)).nickname;
    showFieldError(control.form, 'nickname', '');
    control.focus();
  }));
  const row = element('div', { class: 'beside' });
  control.replaceWith(row);
  row.append(control, random);
  return made;
}
