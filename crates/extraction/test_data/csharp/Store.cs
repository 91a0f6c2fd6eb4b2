// Sessions and the store that keeps them.
using System;
using System.Collections.Generic;
using static Sample.Util.Checks;
using Tick = Sample.Clocks.Clock;

[assembly: Title("sample")]

namespace Sample.Stores
{
    /// <summary>
    /// A store. Uses `Clock`.
    /// </summary>
    [Service("store")]
    public partial class Store<TKey> : Base<TKey>, IClosable where TKey : Key
    {
        private const int Limit = 20;
        private readonly Tick clock, backup;
        protected Dictionary<TKey, Session> items = new Dictionary<TKey, Session>();
        public event EventHandler Closed;

        public Store(Tick clock) : base(clock)
        {
            this.clock = clock;
        }

        static Store() { }

        ~Store()
        {
            Dispose();
        }

        /// <summary>How many.</summary>
        public int Size => items.Count;

        public Pool Pool { get; private set; } = Pool.Create();

        public Session this[TKey key]
        {
            get { return Find(key); }
        }

        public async Task<Session> Find(TKey key, params string[] names)
        {
            Session session = Pool.Take(key);
            var other = new Session(names);
            session.Touch().Mark();
            clock?.Start();
            base.Close();
            foreach (Session each in items.Values)
                each.Close();
            if (other is Wrapped wrapped) wrapped.Open();
            var home = Environment.GetEnvironmentVariable("HOME");
            Process.Start("git", "status");
            try
            {
                await Load<Session>(key);
            }
            catch (StoreException failure)
            {
                throw new InvalidOperationException(failure.Text);
            }
            int Twice(int value) => value * 2;
            return items.TryGetValue(key, out Session found) ? found : (Session)other;
        }

        void IClosable.Close() => Require(this);

        public static Store<TKey> operator +(Store<TKey> left, Store<TKey> right)
        {
            return left;
        }

        public abstract Task<T> Load<T>(TKey key);

        private class Inner
        {
            internal Store<int> store;
        }
    }

    public struct Point : IShape
    {
        public int X;
        public Point(int x) { X = x; }
    }

    public interface IClosable : IDisposable
    {
        string Name { get; }
        void Close();
    }

    public enum State
    {
        Open,
        Closed = 2,
    }

    public delegate void Handler(Store<int> sender);

    public record Row(string Id, Tick Clock) : Base<int>(Id);

    public static class StoreExtensions
    {
        public static Session Last(this Store<int> store) => store.Find(1).Result;
    }

    class StoreTest
    {
        [HttpGet("/sessions")]
        [Test]
        public void Opens()
        {
            List<Row> rows = new();
            new Store<int>(null).Find(1);
        }
    }
}
