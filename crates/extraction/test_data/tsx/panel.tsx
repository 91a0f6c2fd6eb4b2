import { useState, type ReactNode } from "ui";
import * as Layout from "./layout";
import Row from "./row";

interface Props<T> {
  items: T[];
  onPick?: (item: T) => void;
  children?: ReactNode;
}

/** A list of rows. */
export function Panel<T>({ items, onPick }: Props<T>) {
  const [open, setOpen] = useState(false);
  const pick = (item: T) => {
    setOpen(!open);
    onPick?.(item);
  };
  return (
    <Layout.Box title="rows">
      {items.map((item) => (
        <Row key={item.id} onClick={() => pick(item)} />
      ))}
      <div className="end">{format(open)}</div>
    </Layout.Box>
  );
}

const format = (value: boolean): string => `${value}`;

export const Wrapped = memo(Panel);

export class Screen extends View<Props<string>> {
  state = { open: false };
  toggle = () => this.setState({ open: !this.state.open });

  render() {
    return (
      <>
        <Panel items={this.props.items}>
          <button onClick={this.toggle}>x</button>
        </Panel>
      </>
    );
  }
}

export default Screen;
