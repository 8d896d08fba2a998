/** The page /docs: each operation has a form that is filled with its example, sends it, and shows what comes back. */
const ENGLISH = {
  send: 'Send', stop: 'Stop', body: 'Body', waiting: 'Sent…', stopped: 'Stopped.', away: 'The server does not answer.', headers: 'Headers',
  redirect: 'A redirect, which this page does not follow', socket: 'A WebSocket is not opened from here.', binary: 'Save the file', more: 'The rest is not shown.',
  signIn: 'Sign in on the page of Stet, then send again.', bad: 'This is not JSON:',
};
const KOREAN = {
  send: '보내기', stop: '멈추기', body: '본문', waiting: '보냄…', stopped: '멈추었습니다.', away: '서버가 응답하지 않습니다.', headers: '헤더',
  redirect: '다른 주소로 넘기는 응답이며 이 페이지에서는 따라가지 않습니다', socket: '웹소켓은 여기서 열지 않습니다.', binary: '파일로 저장', more: '나머지는 표시하지 않습니다.',
  signIn: 'Stet 페이지에서 로그인한 뒤 다시 보내 주세요.', bad: 'JSON이 아닙니다:',
};
const language = document.documentElement.lang;
const t = language === 'ko' ? KOREAN : ENGLISH;
/** Characters of an answer that are shown. */
const MOST = 1_000_000;
const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

const api = await (await fetch('openapi.json')).json();
const resolved = (value) => (value?.$ref ? value.$ref.slice(2).split('/').reduce((at, name) => at[name], api) : value);
const operations = new Map();
for (const [path, item] of Object.entries(api.paths)) {
  for (const method of METHODS.filter((name) => item[name])) operations.set(item[method].operationId, { path, method, item, operation: item[method] });
}

function make(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key in element && key !== 'list') element[key] = value;
    else element.setAttribute(key, value);
  }
  element.append(...children);
  return element;
}

/** Ids that answers gave, to choose from where an operation wants one. */
const seen = make('datalist', { id: 'seen' });
document.body.append(seen);
function remember(text) {
  for (const [id] of text.matchAll(/\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g)) {
    if (seen.children.length < 50 && ![...seen.children].some((one) => one.value === id)) seen.append(make('option', { value: id }));
  }
}

function field(id, name, required, control) {
  control.id = `${id}-${name}`;
  control.required = required;
  return make('p', {}, make('label', { htmlFor: control.id }, `${name}${required ? ' *' : ''}`), control);
}

function parameterField(id, parameter) {
  const schema = resolved(parameter.schema) ?? {};
  const required = parameter.required === true || parameter.in === 'path';
  const values = schema.enum ?? ([schema.type].flat().includes('boolean') ? ['true', 'false'] : null);
  const example = parameter.example ?? schema.examples?.[0] ?? '';
  let control = make('input', { name: parameter.name, value: required ? example : '', placeholder: schema.default ?? example, list: 'seen', autocomplete: 'off', spellcheck: false });
  if (values) {
    const options = [...(required ? [] : ['']), ...values.filter((value) => value !== null)];
    control = make('select', { name: parameter.name }, ...options.map((value) => make('option', { value }, value)));
  }
  return { parameter, control, row: field(id, parameter.name, required, control) };
}

/** The fields of a body, and what makes the body of them. */
function bodyFields(id, content) {
  const [kind, { schema, example } = {}] = Object.entries(content ?? {})[0] ?? [];
  if (kind === undefined) return { rows: [], read: () => ({}) };
  if (kind === 'application/json') {
    const text = JSON.stringify(example ?? {}, null, 2);
    const area = make('textarea', { value: text, rows: Math.min(text.split('\n').length + 1, 20), spellcheck: false });
    area.addEventListener('input', () => area.setCustomValidity(''));
    area.addEventListener('keydown', (event) => {
      if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) area.form.requestSubmit();
    });
    const read = () => {
      try {
        JSON.parse(area.value);
      } catch (fault) {
        area.setCustomValidity(`${t.bad} ${fault.message}`);
        return area.reportValidity() ? {} : null;
      }
      return { headers: { 'content-type': kind }, body: area.value };
    };
    return { rows: [field(id, t.body, true, area)], read };
  }
  if (kind === 'multipart/form-data') {
    const { properties, required = [] } = resolved(schema);
    const controls = Object.keys(properties).map((name) => make('input', name === 'file' ? { type: 'file', multiple: true, name } : { name }));
    const read = () => {
      const form = new FormData();
      for (const control of controls) {
        for (const value of control.files ?? (control.value === '' ? [] : [control.value])) form.append(control.name, value);
      }
      return { body: form };
    };
    return { rows: controls.map((control) => field(id, control.name, required.includes(control.name), control)), read };
  }
  const file = make('input', { type: 'file' });
  return { rows: [field(id, t.body, true, file)], read: () => ({ headers: { 'content-type': kind }, body: file.files[0] }) };
}

/** Shows a body as it comes. */
async function show(response, pre) {
  const kind = response.headers.get('content-type') ?? '';
  if (!/^text\/|json|xml|yaml|^$/.test(kind)) {
    const address = URL.createObjectURL(await response.blob());
    pre.append(make('a', { href: address, download: 'stet' }, `${t.binary} (${kind})`));
    return;
  }
  let text = '';
  for await (const piece of pieces(response.body)) {
    if (text.length < MOST) pre.append(piece);
    else if (!pre.dataset.cut) pre.append(make('i', {}, ((pre.dataset.cut = 'yes'), t.more)));
    text += piece;
  }
  remember(text);
  if (kind.includes('json') && text.length < MOST) pre.textContent = JSON.stringify(JSON.parse(text), null, 2);
}

async function* pieces(body) {
  if (!body) return;
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  for (let read = await reader.read(); !read.done; read = await reader.read()) yield read.value;
}

function formOf(id) {
  const { path, method, item, operation } = operations.get(id);
  if ('101' in operation.responses) return make('p', {}, t.socket);
  const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])].map((one) => parameterField(id, resolved(one)));
  const body = bodyFields(id, operation.requestBody?.content);
  const send = make('button', { type: 'submit', className: method }, t.send);
  const stop = make('button', { type: 'button', disabled: true }, t.stop);
  const status = make('p', { role: 'status' });
  const headers = make('pre', {});
  const told = make('details', { hidden: true }, make('summary', {}, t.headers), headers);
  const pre = make('pre', { tabIndex: 0, hidden: true, role: 'region', ariaLabel: `${t.body}: ${method.toUpperCase()} ${path}` });
  const form = make('form', {}, ...parameters.map(({ row }) => row), ...body.rows, make('p', {}, send, ' ', stop), status, told, pre);
  let run = null;
  stop.addEventListener('click', () => run?.abort());
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const made = body.read();
    if (made === null || run) return;
    const query = new URLSearchParams();
    const wanted = new Headers({ ...made.headers, 'accept-language': language });
    let address = path;
    for (const { parameter: { name, in: place }, control: { value } } of parameters.filter(({ control }) => control.value !== '')) {
      if (place === 'path') address = address.replace(`{${name}}`, encodeURIComponent(value));
      else if (place === 'query') query.append(name, value);
      else wanted.set(name, value);
    }
    run = new AbortController();
    [send.disabled, stop.disabled, pre.hidden, told.hidden] = [true, false, true, true];
    pre.textContent = '';
    status.textContent = t.waiting;
    try {
      const response = await fetch(`${address.slice(1)}${query.size > 0 ? `?${query}` : ''}`, { method: method.toUpperCase(), headers: wanted, body: made.body, signal: run.signal, redirect: 'manual' });
      status.textContent = response.type === 'opaqueredirect' ? t.redirect : `${response.status} ${response.statusText}`;
      if (response.status === 401) status.append(' · ', make('a', { href: './' }, t.signIn));
      headers.textContent = [...response.headers].map(([name, value]) => `${name}: ${value}`).join('\n');
      [pre.hidden, told.hidden] = [false, false];
      await show(response, pre);
    } catch (fault) {
      status.append(' · ', fault.name === 'AbortError' ? t.stopped : t.away);
    }
    run = null;
    [send.disabled, stop.disabled] = [false, true];
  });
  return form;
}

document.addEventListener('toggle', ({ target }) => {
  if (target.open && operations.has(target.id) && !target.querySelector('form')) target.querySelector('summary').after(formOf(target.id));
}, true);
/** The operation that the address names is open. */
function openNamed() {
  const named = document.getElementById(location.hash.slice(1));
  if (named) named.open = true;
}
addEventListener('hashchange', openNamed);
openNamed();
